"""The club's register of persons."""
