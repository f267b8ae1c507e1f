"""Tournaments copied to other days: one like the last, a whole series, from templates (docs/dev/registration.md)."""
