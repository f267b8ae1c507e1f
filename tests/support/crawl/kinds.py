"""Values that nobody should send, by kinds: in fields of forms, in addresses and in bodies of the API."""

import re
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple
from zlib import crc32

from tarockclub.platform.clubs.ownership import build_lookup, list_owned_models

EMPTY, TOO_LONG, NUL, DIGITS, BOUNDLESS, DAY, FOREIGN, MANY, UNKNOWN = KINDS = (
    *("empty", "too long", "NUL", "other digits", "beyond any bound", "impossible day"),
    *("ids of another club", "a list", "unknown fields"),
)
# Of these one database may think otherwise than another one; digits are read before they get there.
DATABASE_KINDS = (TOO_LONG, NUL, BOUNDLESS, FOREIGN)
FORM_VALUES: dict[str, tuple[str, ...]] = {
    EMPTY: ("", " ", "\u00a0", "\u200b"),
    TOO_LONG: ("x" * 5000, "9" * 400, "ä" * 301, "1\n" * 700),
    NUL: ("\0", "Anna\0", "1\0", "2026-11-26\0"),
    DIGITS: ("²", "٣", "１２", "१", "00", "1_0", "+1", "½", "Ⅳ"),
    BOUNDLESS: ("1e999", str(10**40), "-" + str(10**40), str(2**63), "NaN", "Infinity", "-1", "1e-400"),
    DAY: ("2026-02-30", "0000-00-00", "9999-12-31", "0001-01-01", "10000-01-01", "24:00", "29.2.2026", "2026-13-01T25"),
}
BODY_VALUES: dict[str, tuple[Any, ...]] = FORM_VALUES | {
    EMPTY: ("", None, [], {}, " "),
    TOO_LONG: ("x" * 5000, "9" * 400, ["x"] * 1100, 10**15),
    BOUNDLESS: (10**40, -(10**40), 2**63, -1, "1e999", "NaN", 1.5, 2**63 - 1),
}
UNKNOWN_NAME = "nobody_knows"
OTHER_NUMBERS = ("9", "²", "٣", "00", "-1", "99999999999999999999")


class ForeignIds(NamedTuple):
    """The ids of another club's rows, by the names of their models."""

    ids: Mapping[str, str]
    slugs: Mapping[str, str]  # by the first word of addresses

    def find(self, name: str) -> str:
        """The id that a field of this name may mean."""
        words = re.sub(r"[^a-z]", "", name.lower())
        fitting = [label for label in self.ids if label in words]
        return self.ids[max(fitting, key=len)] if fitting else self.ids["person"]

    def find_slug(self, address: str) -> str:
        """The slug of what such an address is about."""
        return next((slug for word, slug in self.slugs.items() if f"/{word}/" in address), self.ids["person"])


def load_foreign_ids(club: int) -> ForeignIds:
    """Load them."""
    ids, rows = dict[str, str](), dict[str, Any]()
    for model in list_owned_models():
        name = str(model._meta.model_name)
        rows[name] = model._default_manager.filter(**{build_lookup(model): club}).order_by("pk")[0]
        ids[name] = str(rows[name].pk)
    by_word = {"tournaments": "tournament", "seasons": "season", "tables": "gametable"}
    return ForeignIds(ids, {word: str(rows[name].slug) for word, name in by_word.items()})


def pick(values: Sequence[Any], name: str) -> Any:
    """One of the values, another one for fields of other names."""
    return values[crc32(name.encode()) % len(values)]


def choose_fields(names: Sequence[str], turn: int, sign: str) -> list[str]:
    """The fields that get the kind of this turn: each gets one kind, and each kind a field."""
    if not names:
        return []
    first = (turn + crc32(sign.encode())) % max(len(KINDS), 1)
    return list(names[first :: len(KINDS)]) if len(names) >= len(KINDS) else [names[first % len(names)]]


def list_typed(kind: str, name: str, was: Sequence[str], foreign: ForeignIds) -> list[list[str]]:
    """All values of a kind for a field of a form, each as the list that is sent."""
    if kind == FOREIGN:
        return [[foreign.find(name)]]
    if kind == MANY:
        return [[*(was or ["1"]), *(was or ["1"]), "x"]]
    return [[value] for value in FORM_VALUES.get(kind, ())]


def list_said(kind: str, name: str, was: Any, foreign: ForeignIds) -> list[Any]:
    """All values of a kind for a field of a body of the API."""
    if kind == FOREIGN:
        found = foreign.find(name)
        return [int(found) if found.isdecimal() and found.isascii() else found]
    if kind == MANY:
        return [[was, was]] if not isinstance(was, list) else [was[0] if was else 0]
    return list(BODY_VALUES.get(kind, ()))


def list_unknown(names: Sequence[str]) -> list[str]:
    """Names that a form does not have: those of its fields, with other numbers."""
    found = {UNKNOWN_NAME: None}
    for name in names:
        if number := re.search(r"\d+(?!.*\d)", name):
            for other in OTHER_NUMBERS:
                found.setdefault(name[: number.start()] + other + name[number.end() :])
    return list(found)
