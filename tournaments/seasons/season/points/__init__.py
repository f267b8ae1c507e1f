"""A season's points: place points and the formula language."""
