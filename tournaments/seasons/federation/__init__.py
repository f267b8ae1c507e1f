"""A federation and its clubs: who belongs to it, and the results that clubs give to it (docs/dev/federation.md)."""
