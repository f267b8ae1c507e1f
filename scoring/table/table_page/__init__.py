"""The table page and its live pieces."""
