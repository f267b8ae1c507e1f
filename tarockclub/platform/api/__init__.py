"""The JSON API (docs/dev/api.md): the services of the pages, for programs. Loaded with the first request for it."""
