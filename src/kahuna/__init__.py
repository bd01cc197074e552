"""Kahuna, the island game for two: rules, records, matches, bots.

>>> from kahuna.core import ARCHIPELAGO, Ruleset
>>> len(ARCHIPELAGO.names), len(ARCHIPELAGO.lines), Ruleset().edition
(12, 27, 'kosmos-2015')
"""

__version__ = "0.1.0"
