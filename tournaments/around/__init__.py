"""The surroundings of a tournament: public pages, formats, planning, papers."""
