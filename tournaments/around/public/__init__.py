"""The world outside: a club's front page, what others embed, the feed, and what of a tournament is shared."""
