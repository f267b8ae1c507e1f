"""Roles for one tournament: who has which, given and taken away by its directors (docs/dev/roles.md)."""
