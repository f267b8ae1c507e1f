"""The page that shows every size, colour, icon and component, for whoever works on them."""
