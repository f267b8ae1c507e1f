"""Hands as text from a phone that cannot send them."""
