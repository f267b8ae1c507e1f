"""The JSON API (docs/api.md): the same services as the pages, for programs. Loaded with the first request for it."""
