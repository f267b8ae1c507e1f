"""Measurements by hand: `python -m bench`; README.md says what and how."""
