"""The form on which a hand is entered, its preview and its counting aid."""
