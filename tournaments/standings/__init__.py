"""Standings, player pages, prizes, published results."""
