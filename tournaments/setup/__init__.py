"""A tournament's settings: its form and page."""
