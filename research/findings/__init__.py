"""Analyse the champion's games against itself: what they tell about Kahuna."""
