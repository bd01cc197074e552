"""What the champion found out about Kahuna, told with numbers from its games."""
