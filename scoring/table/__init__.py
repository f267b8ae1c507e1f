"""A table and its evening, as phones see it."""
