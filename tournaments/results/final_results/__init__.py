"""Published results and prizes."""
