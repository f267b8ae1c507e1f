"""Pieces of pages that several parts of a tournament have in common."""
