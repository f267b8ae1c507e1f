"""The web server: bodies are read in an event loop, the site answers in one thread."""
