"""Random sections of a sheet file: a few keys with values of their kind; a sheet over them may contradict itself."""

from typing import Any

from hypothesis import strategies as st

from scoring.engine.agreement import VERSIONS
from scoring.engine.house_rules.schema import ENTRIES, SECTIONS, Kind, Table
from scoring.engine.texts.play import WAYS

NAMES = ["rufer", "dreier", "trischaken", "piccolo", "zwiccolo", "besserrufer", "solodreier", "mine"]
PREMIUMS = ["pagat", "uhu", "trull", "valat", "mondfang", "mine"]
GROUPS = ["rufspiele", "solospiele", "negativspiele", "mine"]
EVENTS = ["zero", "equal", *NAMES, *PREMIUMS]
WHEN = st.sampled_from(["forehand", "gleich_2", "alle_stiche", "jungfrauen_1", "renonce"])
PLACES = st.sampled_from([[-3, 1, 1, 1], [-1, -1, 1, 1], [6, -2, -2, -2], [0, 0, 0, 0], [1, 0, 0, 0]])
WORDS = [
    "all",
    "game",
    "premiums",
    "announced",
    "silent",
    "kontra",
    "voegel",
    *NAMES,
    *PREMIUMS,
    *GROUPS,
    "zero",
    "typo",
]
AMOUNTS = st.sampled_from([1, 2, 4, "1/2", "5/2", "1/3", "2/5", 10000])
WORTHS: dict[str, st.SearchStrategy[Any]] = {
    "text": st.sampled_from(["Meins", " Anders ", "eins\nzwei", 'so "sagt" man\\', "x" * 300]),
    "ident": st.sampled_from([*PREMIUMS, "typo"]),
    "pot_version": st.sampled_from(VERSIONS),
    "points": st.sampled_from(["35/2", "0", "45", "70", "71", 30]),
    "value": AMOUNTS,
    "worth": AMOUNTS | st.sampled_from(["x2", "x8"]),
    "bool": st.just(True),
    "kontra": st.sampled_from([1, 2, 4, 8, 16]),
    "words": st.lists(st.sampled_from(WORDS) | st.sampled_from(WORDS).map(lambda word: f"not {word}"), max_size=3),
    "by": st.sampled_from(["forehand", "others"]),
    "partner": st.sampled_from(["king", "needed"]),
    "tricks": st.integers(0, 12),
    "defence_kontra": st.dictionaries(st.sampled_from(PREMIUMS), st.sampled_from(["must", "should"]), max_size=2),
    "side": st.sampled_from(["declarer", "defence"]),
    "between": st.sampled_from(["sides", "players"]),
    "total": st.sampled_from([70, 88, 35]),
    "events": st.dictionaries(st.sampled_from(EVENTS), st.sampled_from(["round", 1]), max_size=2),
    "jungfrauen": st.integers(0, 3),
    "alone": st.sampled_from([1, 3]),
    "blame": st.sampled_from(["offender", "side"]),
    "claims": st.sampled_from(["none", "dearest_hand"]),
    "round": st.sampled_from(["none", "down"]),
    "spoken": st.lists(st.sampled_from(["weiter!", "gut"]), min_size=1, max_size=2),
    "anchor": st.sampled_from(["deal", "contract-rufer", "contract-typo"]),
    "players": st.integers(4, 6),
    "direction": st.sampled_from(["left", "right"]),
    "packets": st.sampled_from([2, 3, 6]),
    "knock": st.sampled_from(["no", "choose", "choose_in_turn"]),
    "leads": st.sampled_from(["forehand", "declarer"]),
    "follows": st.sampled_from(["tarock", "tarock_or_any"]),
    "talon_taken": st.sampled_from(["open", "half", "half_or_card"]),
    "count": st.sampled_from(["minus_two", "counters"]),
    **{f"way_{key}": st.sampled_from(ways) for key, ways in WAYS.items()},
    "ends": st.sampled_from(["forehand", "gstiess"]),
    "rows": st.lists(
        st.fixed_dictionaries({"places": PLACES}, optional={"when": st.lists(WHEN, max_size=2)}),
        min_size=1,
        max_size=3,
    ),
}  # fmt: skip


def tables(keys: dict[str, Kind]) -> st.SearchStrategy[Any]:
    """A section or an entry: a few keys with values of their kind, or with false; or the whole taken out."""
    fields = {key: WORTHS[kind.expects] | st.just(False) for key, kind in keys.items()}
    some = st.lists(st.sampled_from(sorted(fields)), max_size=3, unique=True)
    return some.flatmap(lambda chosen: st.fixed_dictionaries({key: fields[key] for key in chosen})) | st.just(False)


def overlays() -> st.SearchStrategy[Table]:
    """A few sections of a sheet file."""
    ids = {"contracts": NAMES, "premiums": PREMIUMS, "groups": GROUPS}
    ids |= {section: ["mine"] for section in ("reminders", "readings", "gaps")}
    parts: dict[str, st.SearchStrategy[Any]] = {name: tables(dict(keys)) for name, keys in SECTIONS.items()}
    for name, known in ids.items():
        entry = tables(dict(ENTRIES[name]))
        parts[name] = st.dictionaries(st.sampled_from(known), entry, max_size=2) | st.just(False)
    some = st.lists(st.sampled_from(sorted(parts)), max_size=3, unique=True)
    return some.flatmap(lambda chosen: st.fixed_dictionaries({name: parts[name] for name in chosen}))
