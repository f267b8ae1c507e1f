"""Re-scoring: what the hands of tables would have paid under other house rules. Read only."""
