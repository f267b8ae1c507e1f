"""Everything that was done in a tournament, to look up who did what, when and why."""
