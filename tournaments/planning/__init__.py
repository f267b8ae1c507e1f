"""Tournaments copied to other days: one like the last one, a whole series, from templates (docs/registration.md)."""
