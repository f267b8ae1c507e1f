"""Public pages from an inn's laptop to an installation on the internet, while they change (docs/inn-to-internet.md)."""
