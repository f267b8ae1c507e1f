"""The parts that a club shows to everybody, who may embed it, which program is notified (docs/dev/public.md)."""
