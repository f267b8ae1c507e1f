"""The endpoint to which phones send the hands of their outbox."""
