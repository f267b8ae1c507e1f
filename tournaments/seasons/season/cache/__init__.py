"""The standings of a season as everybody sees them: computed once for each version."""
