"""Tournaments: people, draw, clock, capital, rulings, ranking; tables are those of scoring."""
