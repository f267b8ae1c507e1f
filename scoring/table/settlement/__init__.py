"""Money at the end of an evening: agreement, accounts, Pagatkassa."""
