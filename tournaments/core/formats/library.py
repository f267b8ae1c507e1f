"""The formats of `formats.toml`, read once and checked; pure.

>>> find_format("tirol").settings.hands, find_format("nobody knows it")
((16, 20, 24), None)
"""

import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from tournaments.core.settings import CRITERIA, FEE_PER, ROUND, SEATINGS, TABLE, Settings, freeze_lists

FILE = Path(__file__).with_name("formats.toml")
# Of these settings only some values are possible.
_VALUES = {"fee_per": FEE_PER, "scope": (ROUND, TABLE), "seating": SEATINGS}
_LISTS_OF_CRITERIA = ("round_criteria", "overall_criteria")
_MAYBE_EMPTY = ("source", "source_en")


class FormatError(ValueError):
    """A file of formats that lacks something, or has too much; names the format and the part."""


class ExampleRound(NamedTuple):
    """The payments of the hands of a round, by place, in points; in money, if that is something else."""

    hands: tuple[tuple[int, ...], ...]
    money: tuple[tuple[int, ...], ...]


class FormatExample(NamedTuple):
    """A table that shows a format: made-up players and their rounds."""

    players: tuple[str, ...]
    rounds: tuple[ExampleRound, ...]
    about: str
    about_en: str


class Format(NamedTuple):
    """A way to play a tournament, complete."""

    id: str
    name: str
    name_en: str
    about: str
    about_en: str
    source: str  # of a cup that plays so: which, of when, and how sure it is; "": it is not of a cup
    source_en: str
    settings: Settings
    season: str  # the id of a ready rule for the points of a season
    example: FormatExample

    def get_name(self, language: str) -> str:
        """Return the name in a reader's language."""
        return self.name_en if language.startswith("en") else self.name

    def get_about(self, language: str) -> str:
        """Return the description in a reader's language."""
        return self.about_en if language.startswith("en") else self.about

    def get_source(self, language: str) -> str:
        """Return where it is from, in a reader's language."""
        return self.source_en if language.startswith("en") else self.source


@cache
def list_formats() -> tuple[Format, ...]:
    """Return all formats, in the order of the file."""
    return parse_formats(FILE.read_text("utf-8"))


def find_format(format_id: str) -> Format | None:
    """Return the format of this id, if there is one."""
    return next((each for each in list_formats() if each.id == format_id), None)


def parse_formats(text: str) -> tuple[Format, ...]:
    """Parse a file of formats; raise FormatError for anything that is not known, or of another kind."""
    formats = tuple(_parse_format(row) for row in tomllib.loads(text)["format"])
    if len({each.id for each in formats}) < len(formats):
        raise FormatError("an id appears twice")
    return formats


def _parse_format(row: dict[str, Any]) -> Format:
    name = str(row.get("id"))
    row = dict.fromkeys(_MAYBE_EMPTY, "") | row
    texts = {field: text for field, text in row.items() if field not in ("settings", "example")}
    if row.keys() != set(Format._fields) or not all(
        isinstance(text, str) and (text or field in _MAYBE_EMPTY) for field, text in texts.items()
    ):
        raise FormatError(f"{name}: {', '.join(sorted(set(Format._fields) ^ row.keys())) or 'a text is missing'}")
    settings = _fill(Settings(format=name), row["settings"], f"{name}/settings")
    _must_be_possible(settings, name)
    return Format(**texts, settings=settings, example=_parse_example(row["example"], name))


def _fill(default: Any, content: Mapping[str, Any], where: str) -> Any:
    """Return the default with what is said, each of the kind that the default has."""
    for field, value in content.items():
        if field not in default._fields or field == "format":
            raise FormatError(f"{where}/{field}: there is no such setting")
        before = getattr(default, field)
        kind = int if before is None else list if isinstance(before, tuple) else type(before)
        if type(value) is not kind:
            raise FormatError(f"{where}/{field}: {value!r} is of another kind than {before!r}")
    return default._replace(**{field: freeze_lists(value) for field, value in content.items()})


def _must_be_possible(settings: Settings, name: str) -> None:
    for field, possible in _VALUES.items():
        if getattr(settings, field) not in possible:
            raise FormatError(f"{name}/settings/{field}: {getattr(settings, field)}")
    for field in _LISTS_OF_CRITERIA:
        if not set(getattr(settings, field)) <= set(CRITERIA):
            raise FormatError(f"{name}/settings/{field}: an unknown criterion")


def _parse_example(content: dict[str, Any], name: str) -> FormatExample:
    players, rounds = tuple(content["players"]), []
    for number, row in enumerate(content["rounds"], 1):
        hands = freeze_lists(row["hands"])
        money = freeze_lists(row.get("money", row["hands"]))
        if len(money) != len(hands) or any(len(hand) != len(players) or sum(hand) for hand in (*hands, *money)):
            raise FormatError(
                f"{name}/example: round {number} is not of {len(players)} players, or does not add up to 0"
            )
        rounds.append(ExampleRound(hands, money))
    if not 4 <= len(players) <= 6 or not rounds:
        raise FormatError(f"{name}/example: four to six players in at least one round")
    return FormatExample(players, tuple(rounds), content["about"], content["about_en"])
