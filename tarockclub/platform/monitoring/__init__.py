"""The state of the server for load balancers and whoever watches it (docs/operations.md)."""
