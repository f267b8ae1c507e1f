"""The tables of a round, and their capital."""
