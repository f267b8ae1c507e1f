"""The log of a club on its page, as files and in the API (docs/dev/audit-log.md)."""
