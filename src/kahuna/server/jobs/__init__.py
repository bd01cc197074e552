"""Work in other processes: bots, the coach and reviews."""
