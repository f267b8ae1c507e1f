"""Who takes part: register, entries, payments, lists read in, self-registration, substitutes."""
