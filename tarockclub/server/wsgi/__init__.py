"""What stands around the WSGI application: turns, uploads, the web servers that `manage.py serve` puts before it."""
