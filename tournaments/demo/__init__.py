"""Made-up tournaments: one that is over, with all that can happen, and one whose round is in full swing right now."""
