"""A whole club as one file, out and in again (docs/club-file.md)."""
