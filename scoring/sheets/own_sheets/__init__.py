"""A club's own house rules: edited as a draft, saved as versions that never change, exchanged as files."""
