"""Hands of phones that were without the network: kept outside the book until people say which deal each is."""
