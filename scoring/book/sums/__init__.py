"""The stored sums of each table's hands."""
