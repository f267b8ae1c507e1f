"""What people share of a page: a text, and a picture of it as PNG, made here from an SVG (docs/public.md)."""
