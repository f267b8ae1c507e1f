"""Public pages as files: HTML that needs neither script nor server, for any web space (docs/operations.md)."""
