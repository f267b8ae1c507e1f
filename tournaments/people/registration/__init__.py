"""Registration by the players themselves."""
