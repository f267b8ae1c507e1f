"""A played evening brought in from its hand records (docs/imports.md): read, shown, and only then written."""
