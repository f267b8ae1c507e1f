"""The course of a season: where everybody stood after each day, and the race."""
