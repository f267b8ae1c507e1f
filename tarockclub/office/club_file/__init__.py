"""A whole club as one file, out and in again (docs/dev/club-file.md)."""
