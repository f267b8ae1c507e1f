"""Large things sent in pieces between installations: one protocol for all of them (docs/dev/parcels.md)."""
