"""Backups of the whole installation, made while the club plays, and the way back from them."""
