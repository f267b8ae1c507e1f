"""The first page of the staff, and the line at the top of all pages about what goes on."""
