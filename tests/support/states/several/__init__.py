"""A server of several clubs and their federation."""
