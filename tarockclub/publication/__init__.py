"""What a club shows to everybody, who may embed it, which program is notified (docs/public.md)."""
