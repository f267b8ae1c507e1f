"""Sharing an evening, a settlement and a hand as text and as picture."""
