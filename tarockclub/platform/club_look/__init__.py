"""A club's name, colour and logo."""
