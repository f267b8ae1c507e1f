"""The server: start, settings of the environment, database, static files."""
