"""The world outside: a club's front page, the feed, and what of a tournament is shared."""
