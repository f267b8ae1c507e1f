"""Quick entry of what was written on paper."""
