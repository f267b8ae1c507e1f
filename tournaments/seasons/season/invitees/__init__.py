"""Invitations to a tournament by the standings of a season."""
