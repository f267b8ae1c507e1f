"""A SQLite backend for a server that keeps its connection open: opening one costs more than saving a hand."""
