"""Statistics of a club: totals of players, house rules and games over all its tables (docs/dev/statistics.md)."""
