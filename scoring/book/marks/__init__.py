"""Disputes and notes on lines of the written sheet."""
