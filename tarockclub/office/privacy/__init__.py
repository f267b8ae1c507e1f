"""Data about persons: given out, erased, deleted in time (docs/privacy.md)."""
