"""Rehearsals: a copy of a prepared tournament with robots at its tables; it counts nowhere, and goes as a whole."""
