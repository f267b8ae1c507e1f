"""Statistics of a club: what players, house rules and games come to over all its tables (docs/statistics.md)."""
