"""A season's cash box."""
