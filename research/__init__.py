"""Studies of the game and its players, for the documentation: not part of the package.

Run them from the root of the repository, for example ``python -m research.findings``.
"""
