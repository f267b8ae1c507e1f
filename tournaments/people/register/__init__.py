"""The club's register of players."""
