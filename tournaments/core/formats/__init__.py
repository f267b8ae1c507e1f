"""Ready-made formats of tournaments as data: their settings, a season's rule for points, an example."""
