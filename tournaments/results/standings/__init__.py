"""Standings, player pages, published results."""
