"""Formats of dates where a language has its own; Django finds them by FORMAT_MODULE_PATH."""
