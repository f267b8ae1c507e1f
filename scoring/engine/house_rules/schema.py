"""Every key of a sheet file, with what may stand behind it (docs/dev/sheets.md explains the same keys for people)."""

import re
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from scoring.engine.agreement import VERSIONS
from scoring.engine.points import parse_amount, parse_points

KONTRAS = (1, 2, 4, 8, 16)
EVIDENCE = ("paper", "excerpt", "program", "quoted")  # how the rules of a sheet are known
_IDENT = re.compile(r"[a-z][a-z0-9_-]{0,39}\Z", re.ASCII)
_TIMES = re.compile(r"x([2-9]|[1-5][0-9]|6[0-4])\Z", re.ASCII)
_MONEY = re.compile(r"[0-9]{1,4}\.[0-9]{2} [A-Z]{3}\Z", re.ASCII)
MAX_VALUE = 10_000
MOST_WORDS, LONGEST_WORD = 100, 60
MOST_ROWS = 50


class Kind(NamedTuple):
    """One sort of value: `expects` is the code of its description (texts.KINDS), `fits` says whether a value is one."""

    expects: str
    fits: Callable[[Any], bool]


def _is_text(raw: object) -> bool:
    return type(raw) is str and 0 < len(raw.strip()) <= 300


def _is_ident(raw: object) -> bool:
    return type(raw) is str and bool(_IDENT.match(raw))


def _is_words(raw: object) -> bool:
    return (
        type(raw) is list
        and len(raw) <= MOST_WORDS
        and all(type(word) is str and len(word) <= LONGEST_WORD for word in raw)
    )


def _is_value(raw: object) -> bool:
    amount = parse_amount(raw)
    return amount is not None and 0 < amount <= MAX_VALUE


def _is_worth(raw: object) -> bool:
    return _is_value(raw) or (type(raw) is str and bool(_TIMES.match(raw)))


def _accept_whole(low: int, high: int) -> Callable[[Any], bool]:
    return lambda raw: type(raw) is int and low <= raw <= high


def _accept_one_of(*words: object) -> Callable[[Any], bool]:
    return lambda raw: any(type(raw) is type(word) and raw == word for word in words)


def _is_map(fits: Callable[[Any], bool]) -> Callable[[Any], bool]:
    return lambda raw: (
        type(raw) is dict and len(raw) <= MOST_WORDS and all(value is False or fits(value) for value in raw.values())
    )


def _is_places(raw: object) -> bool:
    return type(raw) is list and len(raw) == 4 and all(parse_amount(place) is not None for place in raw)


def _is_rows(raw: object) -> bool:
    return (
        type(raw) is list
        and 0 < len(raw) <= MOST_ROWS
        and all(
            type(row) is dict
            and {"places"} <= row.keys() <= {"when", "places", "ref"}
            and _is_places(row["places"])
            and _is_words(row.get("when", []))
            and _is_text(row.get("ref", "-"))
            for row in raw
        )
    )


def _is_examples(raw: object) -> bool:
    return type(raw) is list and all(
        type(entry) is dict
        and {"plays", "payouts"} <= entry.keys()
        and _is_places(entry["payouts"])
        and _is_text(entry.get("name", "-"))
        for entry in raw
    )


TEXT = Kind("text", _is_text)
IDENT = Kind("ident", _is_ident)
MONEY = Kind("money", lambda raw: type(raw) is str and bool(_MONEY.match(raw)))
POINTS = Kind("points", lambda raw: parse_points(raw) is not None)
VALUE = Kind("value", _is_value)
WORTH = Kind("worth", _is_worth)
BOOL = Kind("bool", lambda raw: type(raw) is bool)
KONTRA = Kind("kontra", _accept_one_of(*KONTRAS))
WORDS = Kind("words", _is_words)
ROUND_OR_NUMBER = _accept_one_of("round", *range(1, 13))

_COMMON: Mapping[str, Kind] = {"name": TEXT, "name_en": TEXT, "ref": TEXT}
_TEXT_KEYS: Mapping[str, Kind] = {"text": TEXT, "text_en": TEXT, "ref": TEXT}
_RULES: Mapping[str, Kind] = {
    "ref": TEXT,
    "by": Kind("by", _accept_one_of("forehand", "others")),
    "partner": Kind("partner", _accept_one_of("king", "needed")),
    "self_call": BOOL,
    "queen_call": BOOL,
    "tricks": Kind("tricks", _accept_whole(0, 12)),
    "needs": WORDS,
    "premiums": WORDS,
    "doubles": WORDS,
    "king_lies": WORDS,
    "bei": WORDS,
    "only_bei": WORDS,
    "defence_kontra": Kind("defence_kontra", _is_map(_accept_one_of("must", "should", "never"))),
    "kontra": KONTRA,
    "win": POINTS,
    "win_kontra": POINTS,
}
# What a group says of itself; all else it says of its contracts.
OF_THE_GROUP: Mapping[str, Kind] = {**_COMMON, "mark": TEXT}
_GROUP: Mapping[str, Kind] = {**OF_THE_GROUP, **_RULES}
_CONTRACT: Mapping[str, Kind] = {
    **_COMMON,
    "gloss": TEXT,
    "gloss_en": TEXT,
    "groups": WORDS,
    "value": VALUE,
    "lost": VALUE,
    **_RULES,
}
_PREMIUM: Mapping[str, Kind] = {
    **_COMMON,
    "gloss": TEXT,
    "gloss_en": TEXT,
    "groups": WORDS,
    "silent": WORTH,
    "announced": WORTH,
    "kontra": KONTRA,
    "in": WORDS,
    "side": Kind("side", _accept_one_of("declarer", "defence")),
    "once": BOOL,
    "points": POINTS,
    "between": Kind("between", _accept_one_of("sides", "players")),
    "multiplies": WORDS,
    "multiplies_lost": WORDS,
    "beside": WORDS,
    "beside_lost": WORDS,
    "excludes": WORDS,
    "excludes_announced": WORDS,
    "denies": WORDS,
    "missed_denies": WORDS,
    "left_in": WORDS,
    "wins_game": BOOL,
    "all_points": BOOL,
    "takes_kontra": BOOL,
}

# Top-level keys and the sections that are one table.
PLAIN: Mapping[str, Kind] = {
    "id": IDENT,
    "source": TEXT,
    "year": Kind("year", _accept_whole(1900, 2100)),
    "evidence": Kind("evidence", _accept_one_of(*EVIDENCE)),
    "extends": IDENT,
    "point": MONEY,
    "hoch": Kind("hoch", _accept_one_of("forehand", "dealer")),
    "blank": WORDS,
    "paragraphs": Kind("paragraphs", _is_map(_is_text)),
    "examples": Kind("examples", _is_examples),
    **_COMMON,
}
SECTIONS: Mapping[str, Mapping[str, Kind]] = {
    "points": {
        "total": Kind("total", _accept_whole(1, 999)),
        "win": POINTS,
        "win_kontra": POINTS,
        "whole": BOOL,
        "rounded": BOOL,
        "talon": POINTS,
        "ref": TEXT,
    },
    "kontra": {"game": KONTRA, "premium": KONTRA, "covers": WORDS, "written": KONTRA, "coins": BOOL, "ref": TEXT},
    "radl": {
        "after": Kind("events", _is_map(ROUND_OR_NUMBER)),
        "doubles": WORDS,
        "stacks": BOOL,
        **dict.fromkeys(("name", "name_en", "within", "within_en", "last", "last_en"), TEXT),
        "ref": TEXT,
    },
    "trischaken": {
        "buergermeister": POINTS,
        "jungfrauen": Kind("jungfrauen", _accept_whole(0, 3)),
        "pays": Kind("rows", _is_rows),
        "ref": TEXT,
    },
    "concede": {"in": WORDS, "pays": WORDS, "ref": TEXT},
    "renonce": {
        "pays": WORDS,
        "beside": BOOL,
        "alone": Kind("alone", _accept_one_of(1, 3)),
        "blame": Kind("blame", _accept_one_of("offender", "side")),
        "claims": Kind("claims", _accept_one_of("none", "dearest_hand")),
        "early": BOOL,
        "bird": IDENT,
        "ref": TEXT,
    },
    "pagatkassa": {
        "premium": IDENT,
        "version": Kind("pot_version", _accept_one_of(*VERSIONS)),
        "ref": TEXT,
    },
    "order": {"contracts": WORDS, "premiums": WORDS},
    "settle": {"silent_lost": WORDS, "round": Kind("round", _accept_one_of("none", "down")), "ref": TEXT},
}
# Sections in which every entry is a table of its own, named by an id.
ENTRIES: Mapping[str, Mapping[str, Kind]] = {
    "groups": _GROUP,
    "contracts": _CONTRACT,
    "premiums": _PREMIUM,
    "options": {**_COMMON, **_TEXT_KEYS, "excludes": WORDS, "about": WORDS},
    "reminders": {**_TEXT_KEYS, "in": WORDS, "premiums": WORDS, "when": WORDS, "costs": BOOL, "about": WORDS},
    "readings": {**_TEXT_KEYS, "of": WORDS, "about": WORDS},
    "gaps": {**_COMMON, **_TEXT_KEYS, "about": WORDS},
}
ITEMS = ("contracts", "premiums")  # sections of what hands can name
OVERLAYS = ("on", "off")  # keys of an option that hold an overlay over the sheet
