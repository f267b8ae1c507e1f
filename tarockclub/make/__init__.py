"""The set-up tool behind the Makefile; works with the standard library alone, on every system."""
