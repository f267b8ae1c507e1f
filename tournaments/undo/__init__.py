"""Going back: what was done in a tournament is taken back by an act of its own, while nothing has followed from it."""
