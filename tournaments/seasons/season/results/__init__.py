"""Results of earlier years, imported from lists."""
