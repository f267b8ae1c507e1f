"""Rulings of the referees, and calling them."""
