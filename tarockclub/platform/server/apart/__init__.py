"""Processes that read strangers' files and end: after some seconds, with too much memory, with their server."""
