"""The first page of those who are logged in, and the line at the top of all pages: what goes on now."""
