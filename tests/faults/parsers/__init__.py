"""Everything that reads what strangers send, with input that is made to take long."""
