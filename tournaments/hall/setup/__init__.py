"""A tournament's settings: their form and page."""
