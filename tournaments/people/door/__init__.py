"""At the door: who comes is found, ticked off and pays, at several desks at once."""
