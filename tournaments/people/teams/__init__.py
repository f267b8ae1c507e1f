"""Teams: two, three or four players who play for one result."""
