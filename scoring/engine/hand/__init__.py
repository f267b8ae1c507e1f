"""One hand: its record, what is wrong with it, and its score lines."""
