"""Every key of a sheet file, with what may stand behind it (docs/dev/sheets.md); and one table laid over another."""

import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple

from scoring.engine.agreement import VERSIONS
from scoring.engine.points import parse_amount, parse_points
from scoring.engine.problems import Names, Problem
from scoring.engine.texts.play import PLACES_ON_PAPER, WAYS

KONTRAS = (1, 2, 4, 8, 16)
EVIDENCE = ("paper", "excerpt", "program", "quoted")  # how the rules of a sheet are known
_IDENT = re.compile(r"[a-z][a-z0-9_-]{0,39}\Z", re.ASCII)
_TIMES = re.compile(r"x([2-9]|[1-5][0-9]|6[0-4])\Z", re.ASCII)
_MONEY = re.compile(r"[0-9]{1,4}\.[0-9]{2} [A-Z]{3}\Z", re.ASCII)
MAX_VALUE = 10_000
MOST_WORDS, LONGEST_WORD = 100, 60
MOST_ROWS = 50
PLACES_OF_ENTRIES = ("contract-", "premium-", "group-")  # a reminder may stand there on paper


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


def _is_anchor(raw: object) -> bool:
    return type(raw) is str and (raw in PLACES_ON_PAPER or (_is_ident(raw) and raw.startswith(PLACES_OF_ENTRIES)))


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


def _is_spoken(raw: object) -> bool:
    return _is_words(raw) and bool(raw) and all(word.strip() and ";" not in word for word in raw)  # type: ignore[attr-defined]


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
SPOKEN = Kind("spoken", _is_spoken)
ROUND_OR_NUMBER = _accept_one_of("round", *range(1, 13))


def _accept_way(key: str) -> Kind:
    return Kind(f"way_{key}", _accept_one_of(*WAYS[key]))


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
    "also": SPOKEN,
    "groups": WORDS,
    "value": VALUE,
    "lost": VALUE,
    **_RULES,
}
_PREMIUM: Mapping[str, Kind] = {
    **_COMMON,
    "gloss": TEXT,
    "gloss_en": TEXT,
    "also": SPOKEN,
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
        "count": Kind("count", _accept_one_of("minus_two", "counters")),
        "talon": POINTS,
        "ref": TEXT,
    },
    "kontra": {
        "also": SPOKEN,
        "game": KONTRA,
        "premium": KONTRA,
        "covers": WORDS,
        "written": KONTRA,
        "coins": BOOL,
        "ref": TEXT,
    },
    "radl": {
        "after": Kind("events", _is_map(ROUND_OR_NUMBER)),
        "doubles": WORDS,
        "zero": SPOKEN,
        "ends": Kind("ends", _accept_one_of("forehand", "gstiess")),
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
    "deal": {  # what people do before and around the cards: changes no payout
        "players": Kind("players", _accept_whole(4, 6)),
        "direction": Kind("direction", _accept_one_of("left", "right")),
        "shuffle": BOOL,
        "cut": _accept_way("cut"),
        "packets": Kind("packets", _accept_one_of(2, 3, 6)),
        "talon_first": BOOL,
        "talon_middle": BOOL,
        "knock": Kind("knock", _accept_one_of("no", "choose", "choose_in_turn")),
        "ref": TEXT,
    },
    "auction": {
        "opens": SPOKEN,
        "opens_with_game": BOOL,
        "hands_on": BOOL,
        "pass": SPOKEN,
        "steps": BOOL,
        "closes": SPOKEN,
        **{key: _accept_way(key) for key in ("hold", "raise", "ladder", "good", "kontra")},
        "ref": TEXT,
    },
    "play": {
        "leads": Kind("leads", _accept_one_of("forehand", "declarer")),
        "follows": Kind("follows", _accept_one_of("tarock", "tarock_or_any")),
        "talon": Kind("talon_taken", _accept_one_of("open", "half", "half_or_card")),
        "cards": BOOL,
        "etiquette": TEXT,
        **{key: _accept_way(key) for key in ("must_take", "trischaken_must_take", "trischaken_talon")},
        "ref": TEXT,
    },
    "settle": {"silent_lost": WORDS, "round": Kind("round", _accept_one_of("none", "down")), "ref": TEXT},
}
# Sections in which every entry is a table of its own, named by an id.
ENTRIES: Mapping[str, Mapping[str, Kind]] = {
    "groups": _GROUP,
    "contracts": _CONTRACT,
    "premiums": _PREMIUM,
    "options": {**_COMMON, **_TEXT_KEYS, "excludes": WORDS, "about": WORDS},
    "reminders": {
        **_TEXT_KEYS,
        "at": Kind("anchor", _is_anchor),
        "paper": TEXT,
        "paper_en": TEXT,
        "says": WORDS,
        "in": WORDS,
        "premiums": WORDS,
        "when": WORDS,
        "costs": BOOL,
        "about": WORDS,
    },
    "readings": {**_TEXT_KEYS, "of": WORDS, "about": WORDS},
    "gaps": {**_COMMON, **_TEXT_KEYS, "about": WORDS},
}
ITEMS = ("contracts", "premiums")  # sections of what hands can name
OVERLAYS = ("on", "off")  # keys of an option that hold an overlay over the sheet


# Sheets are overlays: one table laid over another; `false` takes an entry out, and what is wrong is left out.

Table = dict[str, Any]


def lay_over(base: Table, over: Table) -> Table:
    """Lay a table over another, deep; a new key comes behind the one that stands before it in `over`.

    >>> lay_over({"a": 1, "b": {"x": 1}, "c": 3}, {"b": {"y": 2}, "new": 0})
    {'a': 1, 'b': {'x': 1, 'y': 2}, 'new': 0, 'c': 3}
    """
    keys = list(base)
    index = len(keys)
    for key in over:
        if key in base:
            index = keys.index(key) + 1
        else:
            keys.insert(index, key)
            index += 1
    return {key: _lay_value(base.get(key), over[key]) if key in over else base[key] for key in keys}


def _lay_value(below: Any, above: Any) -> Any:
    return lay_over(below if isinstance(below, dict) else {}, above) if isinstance(above, dict) else above


def list_names(table: Table, *sections: str) -> dict[str, Names]:
    """Return the names of the entries of sections, by their ids.

    >>> list_names({"contracts": {"dreier": {"name": "Dreier"}, "rufer": False}, "groups": {}}, "contracts", "groups")
    {'dreier': ('Dreier', 'Dreier')}
    """
    entries = [pair for section in sections for pair in (table.get(section) or {}).items()]
    named = ((name, entry["name"], entry.get("name_en")) for name, entry in entries if entry and entry.get("name"))
    return {name: (str(german), str(english or german)) for name, german, english in named}


def drop_removed(table: Table) -> Table:
    """Drop what is `false`: an entry taken out, or a switch that is off (every switch is off by default)."""
    return {
        key: drop_removed(value) if isinstance(value, dict) else value
        for key, value in table.items()
        if value is not False
    }


def lay_onto_vocabulary(vocabulary: Table, sheet: Table) -> Table:
    """Lay a sheet over the vocabulary; of contracts and premiums only those of the sheet stay, in its order.

    What a sheet takes out of a section that the vocabulary fills is again as the vocabulary says it.
    """
    own = {key: value for key, value in sheet.items() if value is not False}
    own.pop("examples", None)  # they are no rules
    full = lay_over(vocabulary, own)
    for section in ("points", "kontra", "radl", "renonce", "settle", "pagatkassa"):
        full[section] = lay_over(vocabulary[section], drop_removed(own.get(section, {})))
    order = full.get("order") or {}
    for section in ("contracts", "premiums"):
        words, listed = full.get(section, {}), own.get(section, {})
        first = [key for key in order.get(section) or () if key in listed]
        full[section] = {key: words[key] for key in (*first, *(key for key in listed if key not in first))}
    return drop_removed(full)


def drop_entries(table: Table, paths: Iterable[str]) -> Table:
    """Return the table without what stands at these paths; where a path leads into a list, without the whole list."""
    for path in paths:
        head, _, rest = path.partition("/")
        below = table.get(head)
        if rest and isinstance(below, dict):
            table = {**table, head: drop_entries(below, (rest,))}
        else:
            table = {key: value for key, value in table.items() if key != head}
    return table


def may_follow(problem: Problem, broken: Iterable[str]) -> bool:
    """Return whether a problem may be nothing but the consequence of entries that are wrong themselves."""
    own = [path.split("/") for path in (problem.path, *problem.others)]
    word = next((value for name, value in problem.params if name == "word"), None)
    for path in broken:
        parts = _strip_option(tuple(path.split("/")))
        if word in parts or any(all(a == b for a, b in zip(other, parts, strict=False)) for other in own):
            return True
    return False


def _strip_option(path: tuple[str, ...]) -> tuple[str, ...]:
    return path[3:] if path[0] == "options" and len(path) > 3 and path[2] in OVERLAYS else path
