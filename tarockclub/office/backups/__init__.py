"""Backups of the whole installation, made during play, and their restoration."""
