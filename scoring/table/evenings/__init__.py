"""Evenings: starting one, lists of them, the archive."""
