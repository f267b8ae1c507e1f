"""The data of operations that need several files."""
