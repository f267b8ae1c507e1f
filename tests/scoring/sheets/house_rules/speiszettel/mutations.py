"""Every value of a sheet changed into another one, one at a time."""

from collections.abc import Iterator
from typing import Any

from scoring.engine.house_rules.loader import Path
from scoring.engine.points import parse_points

WORDS: dict[str, list[Any]] = {
    "forehand": ["others", "dealer"],
    "others": ["forehand"],
    "dealer": ["forehand"],
    "king": ["needed"],
    "needed": ["king"],
    "declarer": ["defence"],
    "defence": ["declarer"],
    "round": [2],
    "paper": ["quoted"],
    "excerpt": ["quoted"],
    "program": ["quoted"],
    "quoted": ["program"],
    "none": ["down"],
    "dearest_hand": ["none"],
    "offender": ["side"],
    "must": ["should"],
    "should": ["must"],
    "standard": ["treffpunkt"],
    "treffpunkt": ["standard"],
    "0.10 EUR": ["0.20 EUR", "1.00 CHF"],
}
TEXTS = ("name", "name_en", "gloss", "gloss_en", "ref", "source", "mark", "text", "text_en", "last", "last_en")
OF_THE_HAND = ("within", "within_en")  # said beside hands, not on the page
NOT_SAID = ("id", "extends", "chosen", "options")  # what is no rule, and what another test looks at


def leaves(value: Any, path: Path = ()) -> Iterator[Path]:
    """Yield the place of each value; a list of words is one value, a list of rows has many."""
    if isinstance(value, dict):
        for key, inner in value.items():
            if path or key not in NOT_SAID:
                yield from leaves(inner, (*path, key))
    elif isinstance(value, list) and value and isinstance(value[0], dict):
        for at, row in enumerate(value):
            yield from leaves(row, (*path, at))
    else:
        yield path


def others(value: Any, path: Path) -> list[Any]:
    """Other values that may stand there; None: nothing."""
    key = path[-1]
    if value is True:
        return [None]
    if key in OF_THE_HAND:
        return []
    if isinstance(value, list):
        return _lists(value, str(key))
    if key in TEXTS:
        return [f"{value} anders"]
    if isinstance(value, str):
        return _strings(value, str(key))
    if key in ("game", "premium", "kontra", "written"):
        return [16 if value != 16 else 8]
    if key == "alone":
        return [1 if value > 1 else 3]
    return [value - 1 if key == "jungfrauen" else value + 1]


def _lists(value: list[Any], key: str) -> list[Any]:
    if key == "places":
        return [[-9, 3, 3, 3] if value != [-9, 3, 3, 3] else [-3, 1, 1, 1]]
    return [value[1:]] if value else [["all"]]


def _strings(value: str, key: str) -> list[Any]:
    if (key, value) == ("claims", "none"):
        return ["dearest_hand"]
    if value in WORDS:
        return [word for word in WORDS[value] if (key == "hoch") == (word == "dealer") or value != "forehand"]
    if value.startswith("x") and value[1:].isdigit():
        return [f"x{int(value[1:]) * 2}"]
    return ["40"] if parse_points(value) is not None else ["uhu" if value != "uhu" else "pagat"]
