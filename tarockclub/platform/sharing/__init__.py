"""Sharing: a page as a text, and as a picture (PNG), typeset here (docs/dev/public.md)."""
