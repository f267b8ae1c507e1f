"""SQLite for a server whose connection stays open between requests: opening it costs more than saving a hand."""
