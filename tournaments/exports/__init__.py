"""The tournament as workbook, CSV and JSON."""
