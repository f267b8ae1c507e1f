"""Evenings as days of a season: each date is an event, and what everybody has there is read live from the books."""
