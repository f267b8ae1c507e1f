"""English dates: pages and files name their format as German has it, "j. F Y"; English has no point behind a day."""

DATE_FORMAT = "j F Y"


def __getattr__(name: str) -> str:
    """The format for one that is written out, without the point; Django asks by it as by a name."""
    if name.startswith("j. F") or " j. F" in name:
        return name.replace("j. F", "j F")
    raise AttributeError(name)
