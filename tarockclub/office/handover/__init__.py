"""The page for whoever looks after the club next."""
