"""The sub-rankings of a season, and marathons."""
