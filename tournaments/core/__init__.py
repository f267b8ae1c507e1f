"""The ground of every part of a tournament: acts, settings, pure rules, the cash journal."""
