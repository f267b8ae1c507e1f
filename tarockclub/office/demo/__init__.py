"""A made-up installation: a club with what it has played in two years and plays today; others beside it; a tour."""
