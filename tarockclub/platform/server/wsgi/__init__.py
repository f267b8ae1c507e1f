"""Turns, uploads, compression, and the web servers that `manage.py serve` puts before the WSGI application."""
