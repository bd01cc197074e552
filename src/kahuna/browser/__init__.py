"""The game hosted in a browser: requests and messages of the page, games in its database."""
