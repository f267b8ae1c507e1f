"""The page on the wall: clock, seats and standings."""
