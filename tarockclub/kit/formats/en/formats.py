"""English dates: pages and files use the German format name "j. F Y"; English has no point after the day."""

DATE_FORMAT = "j F Y"


def __getattr__(name: str) -> str:
    """Return the format without the point; Django looks it up as an attribute."""
    if name.startswith("j. F") or " j. F" in name:
        return name.replace("j. F", "j F")
    raise AttributeError(name)
