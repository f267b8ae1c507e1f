"""Rulings of the referees, and calling a referee."""
