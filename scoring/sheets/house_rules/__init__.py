"""House rules on pages: the list, one sheet in words, short names."""
