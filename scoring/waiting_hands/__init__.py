"""Hands as text from a phone that could not send them."""
