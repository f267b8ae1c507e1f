"""The formats in which the tables of a tournament are written."""
