"""The exports of a tournament: one list of tables, written as a workbook, as CSV or as JSON."""
