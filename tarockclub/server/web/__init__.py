"""The web server: an event loop reads the bodies, and one thread runs the site."""
