"""The Tarock scoring engine: records in, payouts out. Standard library only; nothing in here imports Django."""
