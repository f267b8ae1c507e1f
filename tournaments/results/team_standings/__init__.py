"""The standings of teams."""
