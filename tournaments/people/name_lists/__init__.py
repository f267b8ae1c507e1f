"""Imported lists of people: pasted text, CSV, workbooks; pure, no input is trusted."""
