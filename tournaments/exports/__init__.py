"""A tournament to take along: one list of tables, written as a workbook, as CSV or as JSON."""
