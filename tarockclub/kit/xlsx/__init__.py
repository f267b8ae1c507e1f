"""Workbooks written row by row, and CSV cells that no program takes for formulas."""
