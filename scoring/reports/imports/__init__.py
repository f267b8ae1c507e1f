"""An evening imported from its hand records (docs/dev/imports.md): read, previewed, and only then written."""
