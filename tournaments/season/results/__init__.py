"""Results of earlier years, brought in from lists."""
