"""The log of everything that was done in a tournament, with person, time and reason."""
