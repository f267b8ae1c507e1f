"""The entry form as data, below the ledger."""
