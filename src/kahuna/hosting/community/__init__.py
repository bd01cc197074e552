"""People who meet on a server: accounts and their names."""
