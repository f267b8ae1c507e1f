"""Simulated tournaments: one that is over, with all that can happen, one in full swing, and a cup of today."""
