"""The clubs of an installation, for its host: founded, renamed, archived; the list of clubs for everybody."""
