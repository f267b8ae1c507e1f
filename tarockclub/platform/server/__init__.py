"""The server: start, settings from the environment, database, static files."""
