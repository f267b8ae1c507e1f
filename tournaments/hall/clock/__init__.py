"""The clock: pure events, the director's actions on it, and its display."""
