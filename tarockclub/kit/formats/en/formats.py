"""English dates: pages and files use German format names, "j. F Y" and "j. n."; English has no points there."""

DATE_FORMAT = "j F Y"


def __getattr__(name: str) -> str:
    """Return the format as English people write it; Django looks it up as an attribute."""
    if "j." not in name:
        raise AttributeError(name)
    return name.replace("j. n. Y", "j/n/Y").replace("j. n.", "j/n").replace("j.n.", "j/n").replace("j.", "j")
