"""The log of a club on its page, as files and in the API (docs/audit-log.md)."""
