"""The written sheet: rows, totals, chart and marks."""
