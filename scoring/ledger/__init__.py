"""A table's ledger: the only writer of hands, and what reads them back."""
