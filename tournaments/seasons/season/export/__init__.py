"""A season as a workbook."""
