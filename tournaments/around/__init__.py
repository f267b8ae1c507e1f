"""The surroundings of a tournament: public pages, formats, planning, papers, the hall of fame."""
