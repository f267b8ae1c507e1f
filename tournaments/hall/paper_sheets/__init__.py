"""Quick entry of results written on paper."""
