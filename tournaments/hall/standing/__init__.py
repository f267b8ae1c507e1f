"""The standing as values, without any page."""
