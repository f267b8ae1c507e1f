"""Accounts, log-in, sessions and the right to open pages."""
