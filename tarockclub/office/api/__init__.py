"""The operations of the API."""
