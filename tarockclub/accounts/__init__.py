"""Accounts, log-in, sessions and who may open which page."""
