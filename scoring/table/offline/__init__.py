"""The parts of the program that phones store to work without a network."""
