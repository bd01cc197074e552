"""Games in progress: hosting, clocks, seats, bots, rooms and connections."""
