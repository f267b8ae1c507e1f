"""One thing made wrong in a valid record (as JSON values), and any JSON at all."""

from collections.abc import Callable
from typing import Any

from hypothesis import strategies as st

Draw = Any
Values = tuple[Any, ...]
Wrong = tuple[str, Any]  # the path that must be named, and the broken record

HUGE = 10**40
LONE = "\ud800"  # half a character: JSON can say it, UTF-8 cannot
NO_SEATS: Values = (4, 7, -1, HUGE, True, False, "0", 1.0, [], {}, "\x00")
NO_SEAT_LISTS: Values = (0, "0", True, {}, [4], [0, -1], ["0"], [True], [1, 1], [None], [[]], HUGE)
NO_TEXTS: Values = (0, True, 1.5, [], {})
NO_FLAGS: Values = (1, 0, "true", 1.0, [], {})
NO_KONTRAS: Values = (0, 3, 32, -2, HUGE, True, "2", 2.0, [], None)
NO_POINTS: Values = (
    "35/3",
    "35/",
    "1/1/1",
    " 35",
    "+3",
    "٣",
    "35\n",
    "",
    3.5,
    -1,
    HUGE,
    True,
    [1, 2, 3],
    [0] * 5,
    {},
    LONE,
)
NO_TRICKS: Values = (13, -1, HUGE, True, "1", 1.0, [1, 2, 3], [13, 0, 0, 0], {})
NO_RADLS: Values = (0, 1, 2, 3, 16, HUGE, "true", 1.0, [])
NO_CLAIMS: Values = (-1, HUGE, "1/4", "1/0", "x", 0.5, True, [])
NO_NAMES: Values = (LONE, "\x00", "nothing of this name", "", "🃏" * 300)

TOP: dict[str, Values] = {
    "id": NO_TEXTS,
    "sheet": NO_TEXTS + NO_NAMES,
    "forehand": NO_SEATS,
    "radl": NO_RADLS,
    "options": ([], "x", 1),
    "plays": ([], {}, None, "x", 1, [7], [None]),
    "premiums": ({}, "x", 1, [7], [None]),
    "renonce": ([], "x", 1, True, {}),
}
PLAY: dict[str, Values] = {
    "contract": (*NO_TEXTS, *NO_NAMES, None),
    "declarer": (*NO_SEATS, None),
    "partner": NO_SEATS,
    "king_in_talon": NO_FLAGS,
    "result": ("", "WON", "drawn", True, 1, [], LONE),
    "points": NO_POINTS,
    "tricks": NO_TRICKS,
    "kontra": NO_KONTRAS[:-1],
    "kontra_by": NO_SEATS,
    "losers": NO_SEAT_LISTS,
    "jungfrauen": NO_SEAT_LISTS,
    "buergermeister": NO_SEATS,
}
PREMIUM: dict[str, Values] = {
    "premium": (*NO_TEXTS, *NO_NAMES, None),
    "side": ("", "Declarer", 1, None, [], LONE),
    "announced": NO_FLAGS,
    "won": NO_FLAGS,
    "kontra": NO_KONTRAS[:-1],
    "kontra_by": NO_SEATS,
    "by": NO_SEATS,
    "from": NO_SEATS,
}
RENONCE: dict[str, Values] = {
    "seat": (*NO_SEATS, None),
    "claims": ([], 3, "x", {"4": 1}, {"": 1}, {LONE: 1}, {"00": 1}),
}


@st.composite
def broken(draw: Draw, record: dict[str, Any]) -> Wrong:
    """Make one thing wrong in a record that was right."""
    ways: list[Callable[[Draw, dict[str, Any]], Wrong]] = [_top, _unknown_field, _unknown_option, _play, _play, _kontra]
    ways += [_premium, _premium] if record.get("premiums") else []
    ways += [_renonce, _claim] if record.get("renonce") else []
    way: Callable[[Draw, dict[str, Any]], Wrong] = draw(st.sampled_from(ways))
    return way(draw, record)


def _replaced(draw: Draw, table: dict[str, Any], wrong: dict[str, Values], path: str) -> Wrong:
    field = draw(st.sampled_from(sorted(wrong)))
    value = draw(st.sampled_from(wrong[field]))
    return f"{path}{field}", table | {field: value}


def _top(draw: Draw, record: dict[str, Any]) -> Wrong:
    return _replaced(draw, record, TOP, "")


def _in_list(draw: Draw, record: dict[str, Any], name: str, change: Callable[[dict[str, Any], str], Wrong]) -> Wrong:
    entries = list(record[name])
    at = draw(st.integers(0, len(entries) - 1))
    path, entries[at] = change(entries[at], f"{name}/{at}/")
    return path, record | {name: entries}


def _play(draw: Draw, record: dict[str, Any]) -> Wrong:
    return _in_list(draw, record, "plays", lambda play, path: _replaced(draw, play, PLAY, path))


def _kontra(draw: Draw, record: dict[str, Any]) -> Wrong:
    """A kontra by opponent whose seat or number is none."""
    one = draw(st.sampled_from([("4", 2), ("-1", 2), ("x", 2), *(("1", bad) for bad in NO_KONTRAS[:-1])]))
    return _in_list(draw, record, "plays", lambda play, path: (f"{path}kontra", play | {"kontra": dict([one])}))


def _premium(draw: Draw, record: dict[str, Any]) -> Wrong:
    return _in_list(draw, record, "premiums", lambda one, path: _replaced(draw, one, PREMIUM, path))


def _renonce(draw: Draw, record: dict[str, Any]) -> Wrong:
    path, renonce = _replaced(draw, record["renonce"], RENONCE, "renonce/")
    return path, record | {"renonce": renonce}


def _claim(draw: Draw, record: dict[str, Any]) -> Wrong:
    seat = str((record["renonce"]["seat"] + 1) % 4)
    renonce = record["renonce"] | {"claims": {seat: draw(st.sampled_from(NO_CLAIMS))}}
    return f"renonce/claims/{seat}", record | {"renonce": renonce}


def _unknown_field(draw: Draw, record: dict[str, Any]) -> Wrong:
    name = draw(st.sampled_from(("Sheet", "point", "", LONE, "\x00", "x" * 500, "plays/0")))
    places = ["", "plays", *(["premiums"] if record.get("premiums") else [])]
    place = draw(st.sampled_from(places))
    if not place:
        return name[:60], record | {name: 1}
    return _in_list(draw, record, place, lambda entry, path: (f"{path}{name[:60]}", entry | {name: None}))


def _unknown_option(draw: Draw, record: dict[str, Any]) -> Wrong:
    name = draw(st.sampled_from(("no_such_option", "", LONE, "\x00")))
    return f"options/{name}", record | {"options": {**record.get("options", {}), name: draw(st.booleans())}}


# --- any JSON ---

_scalars = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.integers(-2, 5)
    | st.floats()
    | st.text(st.characters(exclude_categories=()), max_size=6)
    | st.sampled_from(("won", "lost", "declarer", "defence", "treffpunkt", "35/2", "0", "1"))
)
any_json = st.recursive(
    _scalars,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=4), inner, max_size=4),
    max_leaves=12,
)


def _loosely(fields: dict[str, Values], names: tuple[str, ...]) -> st.SearchStrategy[dict[str, Any]]:
    """Some of these fields, each what it may be or anything."""
    values = {field: st.one_of(st.sampled_from(wrong), any_json) for field, wrong in fields.items()}
    good = {name: value | st.sampled_from(names) for name, value in values.items() if name in ("contract", "premium")}
    return st.fixed_dictionaries({}, optional=values | good)


def nearly_records(contracts: tuple[str, ...], premiums: tuple[str, ...]) -> st.SearchStrategy[dict[str, Any]]:
    """Draw anything in the shape of a record."""
    play = _loosely(PLAY, contracts) | st.builds(
        lambda contract, rest: {"contract": contract, "declarer": 0, "result": "won"} | rest,
        st.sampled_from(contracts),
        _loosely(PLAY, contracts),
    )
    return _loosely(TOP, ()) | st.fixed_dictionaries(
        {"plays": st.lists(play, max_size=3)},
        optional={
            "premiums": st.lists(_loosely(PREMIUM, premiums), max_size=3),
            "renonce": _loosely(RENONCE, ()),
            "forehand": st.integers(-1, 4) | any_json,
            "radl": st.sampled_from((True, False, 2, 4, 8, None)) | any_json,
            "options": st.dictionaries(st.text(max_size=3), any_json, max_size=2),
        },
    )
