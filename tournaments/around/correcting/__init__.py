"""The correction of a table that is done: what it changes, and one publication of all that it touches."""
