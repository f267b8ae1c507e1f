"""Seasons: several tournaments that count together."""
