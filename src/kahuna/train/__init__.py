"""Self-play training of the champion: extra ``train``; nothing of it is needed to play."""
