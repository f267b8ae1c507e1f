"""The JSON API (docs/api.md): the same services as the pages, for programs. Loaded when it is first asked for."""
