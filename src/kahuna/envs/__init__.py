"""Adapters for Gymnasium, PettingZoo and OpenSpiel, each an extra of the package.

``kahuna.envs.pettingzoo`` (two agents), ``kahuna.envs.gymnasium`` (one agent against a bot, and
many games at once), ``kahuna.envs.openspiel`` (explicit chance, information states). None of them
is imported here, so that each needs only its own library.
"""
