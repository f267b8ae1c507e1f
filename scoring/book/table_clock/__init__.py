"""A table's clock in a round, as pure values."""
