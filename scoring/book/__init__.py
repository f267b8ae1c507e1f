"""The book of a table: the only place where hands are written, read and proved."""
