"""The house rules: one file for each sheet, and the pages about them."""
