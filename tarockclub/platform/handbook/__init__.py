"""The handbook inside the program: docs/de/ and docs/en/ as pages, with a search (docs/dev/handbook.md)."""
