"""Undo: an act in a tournament is taken back by an act of its own, as long as nothing has followed from it."""
