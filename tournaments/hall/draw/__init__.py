"""The draw: pure, seeded, improving; drafts, changes by hand, publishing."""
