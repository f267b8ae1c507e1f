"""Whatever a sheet file says: it is refused with sentences, or it is loaded and pays hands whose sum is 0."""

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from scoring.engine.agreement import VERSIONS
from scoring.engine.hand.record import HandRecord, Play, Renonce
from scoring.engine.hand.score import score
from scoring.engine.house_rules.library import BUILT_IN, load, load_vocabulary
from scoring.engine.house_rules.loader import Rules, parse_canonical
from scoring.engine.house_rules.overlay import Table, lay_over
from scoring.engine.house_rules.schema import ENTRIES, SECTIONS, Kind
from scoring.engine.house_rules.sheet import Contract, Sheet
from scoring.engine.house_rules.validate import validate
from scoring.engine.problems import Problem, SheetError
from scoring.engine.texts import LANGUAGES, describe_problem

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
    "text": st.sampled_from(["Meins", "x"]),
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
    parts: dict[str, st.SearchStrategy[Any]] = {name: tables(dict(keys)) for name, keys in SECTIONS.items()}
    for name, known in ids.items():
        entry = tables(dict(ENTRIES[name]))
        parts[name] = st.dictionaries(st.sampled_from(known), entry, max_size=2) | st.just(False)
    some = st.lists(st.sampled_from(sorted(parts)), max_size=3, unique=True)
    return some.flatmap(lambda chosen: st.fixed_dictionaries({name: parts[name] for name in chosen}))


def loaded(parent: str, own: Table, option: Table) -> Rules | tuple[Problem, ...]:
    """Load the sheet that lies over a built-in one, with one option; or what is said against it."""
    base = load(f'id = "mine"\nsource = "x"\nextends = "{parent}"').table
    assert list(validate({**own, "options": {"more": {"on": option}}})) == []
    try:
        return Rules(load_vocabulary(), lay_over(base, {**own, "options": {"more": {"on": option}}}))
    except SheetError as error:
        return error.problems


@given(parent=st.sampled_from(BUILT_IN), own=overlays(), option=overlays())
def test_a_sheet_is_refused_with_sentences_or_scores(parent, own, option):
    rules = loaded(parent, own, option)
    if not isinstance(rules, Rules):
        assert all(describe_problem(problem, language) for problem in rules for language in LANGUAGES)
        return
    for on in (False, True):
        sheet = rules.build_sheet({"more": on})
        assert list(parse_canonical(rules.format_canonical({"more": on})).contracts) == list(sheet.contracts)
        for contract in sheet.contracts.values():
            for record in hands(contract, sheet):
                scored = score(record, sheet)
                assert sum(scored.payouts) == sum(scored.written) == 0
                assert all(type(amount) is int for line in scored.lines for amount in line.amounts)


def hands(contract: Contract, sheet: Sheet) -> list[HandRecord]:
    """A hand of this contract that was won, one that was lost, and a Renonce; Trischaken with and without ties."""
    if contract.is_trischaken:
        shares = [(70, 0, 0, 0), (40, 0, 20, 10), (30, 30, 10, 0), (20, 20, 20, 10), (18, 17, 18, 17)]
        plays = [Play(contract.id, 0, points=tuple(each * 3 for each in four)) for four in shares]
    else:
        partner = 2 if contract.partner else None
        plays = [Play(contract.id, 0, partner, result=result) for result in ("won", "lost")]
    found = [HandRecord((play,), radl=2) for play in plays]
    return [*found, HandRecord((plays[0],), renonce=Renonce(1))]
