"""Cards for the tables: number, players, and the codes for phones to enter hands or to watch."""
