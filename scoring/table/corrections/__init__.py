"""Changes of hands that are in the ledger: planned as values, previewed, written."""
