"""The people of a tournament: register, registration, entrants, the door, teams."""
