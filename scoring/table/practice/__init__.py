"""A practice table: hands that count nowhere, with tips for who is new; nothing of it is stored."""
