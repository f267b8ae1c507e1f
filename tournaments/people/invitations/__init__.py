"""Invitations to tournaments: what everybody may know before the day."""
