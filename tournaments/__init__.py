"""Tournaments: people, draw, clock, capital, rulings, ranking; their tables are tables of scoring."""
