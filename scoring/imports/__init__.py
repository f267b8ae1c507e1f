"""The import of a played evening from its hand records (docs/imports.md): read, previewed, and only then written."""
