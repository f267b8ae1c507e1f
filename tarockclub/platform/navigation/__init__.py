"""Getting around: which pages there are, where one is, the way back (docs/dev/getting-around.md)."""
