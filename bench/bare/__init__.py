"""What saving a hand is measured against: a view with five ORM inserts in one transaction, and nothing else."""
