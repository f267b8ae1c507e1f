"""The participants: register, entries, payments, imported lists, self-registration, substitutes."""
