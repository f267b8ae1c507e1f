"""The measure for saving a hand: a view with five ORM inserts in one transaction, and nothing else."""
