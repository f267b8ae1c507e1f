"""The day in the hall: draw, rounds, clock, desk, rulings."""
