"""Everything of a tournament that is printed, as PDF."""
