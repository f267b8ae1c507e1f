"""Several tournaments together: seasons and federations."""
