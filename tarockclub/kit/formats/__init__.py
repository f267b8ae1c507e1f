"""Date formats that differ from Django's; Django finds them by FORMAT_MODULE_PATH."""
