"""Lists of names that people upload or paste: preview, then import."""
