"""Kahuna over the network: an authority for each game, views for everybody else."""
