"""Getting around: which pages there are, where one is, the way back (docs/getting-around.md)."""
