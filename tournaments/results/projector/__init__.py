"""The projector page: clock, seats and standings."""
