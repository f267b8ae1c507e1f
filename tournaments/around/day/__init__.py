"""The page of a tournament: its day, from the first registration to what is left after the end."""
