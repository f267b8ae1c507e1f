"""The state of the server for load balancers and monitoring systems (docs/operations.md)."""
