"""What several nodes share besides the database."""
