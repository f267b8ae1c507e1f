"""A table's ledger: the only writer of hands, and the functions that read them back."""
