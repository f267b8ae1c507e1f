"""The clubs of an installation, for its host: founded, renamed, archived."""
