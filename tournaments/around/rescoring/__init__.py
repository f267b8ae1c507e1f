"""Tournaments and seasons under other house rules: ranked in their own way, read only."""
