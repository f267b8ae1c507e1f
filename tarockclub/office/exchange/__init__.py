"""Rules that clubs pass on: house rules, formats, rules of seasons, by link, QR code or file (docs/dev/parcels.md)."""
