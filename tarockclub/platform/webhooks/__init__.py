"""Messages to a club's program about what was published: signed, sent again until they arrive (docs/dev/public.md)."""
