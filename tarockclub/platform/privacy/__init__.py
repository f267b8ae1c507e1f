"""Data protection of a club: its settings, and the list of those who were erased, outside of the database."""
