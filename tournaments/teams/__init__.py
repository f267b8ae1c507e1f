"""Teams: two or four players who play for one result."""
