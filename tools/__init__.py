"""The set-up tool behind the Makefile; needs only the standard library, on every system."""
