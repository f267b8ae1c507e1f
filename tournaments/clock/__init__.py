"""The clock: pure events, what the director does with it, and how pages show it."""
