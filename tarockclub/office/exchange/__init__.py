"""Rules as files: house rules, formats and rules of seasons are taken out, and read in with a preview."""
