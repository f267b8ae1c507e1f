"""Lists that people bring, as tables of cells, and the people and results in them; no models."""
