"""House rules as values, loaded from a sheet file and checked."""
