"""The own page of a person, for good: a link that the staff gives, and statistics behind it."""
