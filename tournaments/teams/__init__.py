"""Teams: two or four who play for one result."""
