"""Sharing: a page as a text, and as a picture (PNG), made here from an SVG (docs/dev/public.md)."""
