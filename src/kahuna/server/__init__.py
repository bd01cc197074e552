"""Kahuna over the network: the server keeps every game and sends each client its view."""
