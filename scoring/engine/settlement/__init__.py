"""The payments at the end, and the Pagat pot."""
