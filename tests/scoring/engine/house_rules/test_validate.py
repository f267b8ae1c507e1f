"""Sheet files that are refused with sentences, and words in them that do nothing; all others pay hands."""

import tomllib
from functools import cache
from typing import Any

import pytest
import tomli_w
from hypothesis import given
from hypothesis import strategies as st

from scoring.engine.hand.record import HandRecord, Play, Renonce
from scoring.engine.hand.score import score
from scoring.engine.house_rules.library import BUILT_IN, load, load_file, load_vocabulary
from scoring.engine.house_rules.loader import Rules, parse_canonical
from scoring.engine.house_rules.schema import ENTRIES, ITEMS, PLAIN, SECTIONS, Kind, Table, lay_over
from scoring.engine.house_rules.sheet import Contract, Sheet
from scoring.engine.house_rules.validate import validate
from scoring.engine.problems import Problem, SheetError
from scoring.engine.texts import LANGUAGES, describe_problem
from scoring.engine.texts.play import WAYS
from scoring.engine.texts.sheets import SHEET_TEXTS, SHEET_WARNINGS
from tests.scoring.engine.support.strategies_sheets import overlays
from tests.support.paths import DATA

CASES: list[dict[str, Any]] = tomllib.loads((DATA / "refused-sheets.toml").read_text(encoding="utf-8"))["refused"]
HEAD = 'id = "mine"\nsource = "our club"\nextends = "treffpunkt"\n'


def write_file(case: dict[str, Any]) -> str:
    """Return the text of the sheet of a case."""
    return str(case.get("whole") or HEAD + case["text"])


@cache
def refuse_text(text: str) -> SheetError:
    """Load a sheet, and return all that is said against it, and where."""
    with pytest.raises(SheetError) as caught:
        load(text)
    return caught.value


def refused(case: dict[str, Any]) -> tuple[Problem, ...]:
    """Load the sheet of a case, and return all that is said against it."""
    return refuse_text(write_file(case)).problems


@pytest.mark.heavy_but("Trischaken on the sheet, but no word on what it pays")
@pytest.mark.parametrize("case", CASES, ids=lambda case: case["why"])
def test_a_sheet_is_refused_with_all_reasons_at_once(case):
    problems = refused(case)
    assert {(problem.path, problem.code) for problem in problems} == {(path, code) for path, code in case["problems"]}
    assert any(case["says"] in describe_problem(problem, "en") for problem in problems)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["why"])
def test_every_reason_has_its_place_in_the_file(case):
    text = write_file(case)
    refusal = refuse_text(text)
    places, lines = refusal.places, text.splitlines()
    assert len(places) == len(refusal.problems)
    assert list(places) == sorted(places)
    assert all(1 <= column <= len(lines[line - 1]) + 1 for line, column in places)
    assert [list(place) for place in places] == case.get("places", [list(place) for place in places])


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["why"])
def test_the_reasons_are_whole_sentences_in_both_languages(case):
    for problem in refused(case):
        german, english = (describe_problem(problem, language) for language in LANGUAGES)
        assert german != english
        assert {german[-1], english[-1]} <= {".", "?"}


def test_there_is_a_refused_sheet_for_every_code():
    of_the_file = {"file_too_large", "file_too_long", "not_utf8", "more_problems"}  # see test_sheet_files.py
    assert {problem.text or problem.code for case in CASES for problem in refused(case)} == set(
        SHEET_TEXTS
    ) - of_the_file


WRONG: dict[str, list[Any]] = {
    "text": ["", "  ", 3, "x" * 301, True],
    "ident": ["", "Rufer", "2x", "a b", "ü", "x" * 41, 3],
    "money": ["10 cent", "0.1 EUR", "0.10 eur", 10, "-0.10 EUR"],
    "points": ["35/3", "-1", "00035", 1.5, True, "35/", 10000, "99999"],
    "value": [0, -1, "0", "5/0", "1.5", 10001, True, "x4", "٣", None],
    "worth": [0, -1, "x1", "x65", "x", "x04", "4x", 10001],
    "bool": [1, "true", 0],
    "kontra": [0, 3, 32, "2", True],
    "words": ["game", [1], {"game": True}, [["game"]]],
    "by": ["all", "Forehand", 1],
    "partner": ["queen", True],
    "tricks": [-1, 13, "1", True],
    "defence_kontra": [["trull"], {"trull": "always"}, {"trull": True}],
    "side": ["both", 1],
    "between": ["pairs", 1],
    "hoch": ["left", 1],
    "year": [1899, 2101, "2023", True],
    "evidence": ["rumour", True],
    "total": [0, 1000, "70", True],
    "events": [["zero"], {"zero": 0}, {"zero": 13}, {"zero": "rounds"}, {"zero": True}],
    "spoken": ["weiter!", [], [" "], ["a; b"], [1]],
    "anchor": ["points", "contract", 1],
    "players": [3, 7, "5"],
    "direction": ["round", 1],
    "packets": [4, "6", [6]],
    "knock": ["yes", True],
    "leads": ["others", 1],
    "follows": ["suit", True],
    "talon_taken": ["all", True],
    "count": ["minus_one", 2],
    "ends": ["dealer", 1],
    **{f"way_{key}": ["never_so", True] for key in WAYS},
    "jungfrauen": [-1, 4, "1", True],
    "rows": [[], {}, [1], [{}], [{"places": [1, -1]}], [{"places": [0, 0, 0, "x"]}],
             [{"places": [0, 0, 0, 0], "if": []}],
             [{"places": [0, 0, 0, 0], "when": "forehand"}], [{"places": [0, 0, 0, 0], "ref": 3}]],
    "paragraphs": ["Zutaten", ["Zutaten"], {"Zutaten": ""}, {"Zutaten": 1}],
    "examples": [{}, [1], [{}], [{"plays": []}], [{"plays": [], "payouts": [1, -1]}],
                 [{"plays": [], "payouts": [0, 0, 0, 0], "name": 3}]],
    "alone": [0, 2, "3", True],
    "blame": ["everybody", 1],
    "claims": ["all", True, 3],
    "round": ["up", 1],
    "pot_version": ["Standard", "steindl", 1],
}  # fmt: skip
PLACES: list[tuple[tuple[str, ...], Kind]] = [
    *(((key,), kind) for key, kind in PLAIN.items()),
    *(((section, key), kind) for section, keys in SECTIONS.items() for key, kind in keys.items()),
    *(((section, "mine", key), kind) for section, keys in ENTRIES.items() for key, kind in keys.items()),
]


def nested(path: tuple[str, ...], value: Any) -> dict[str, Any]:
    """Put a value at a path of tables; an option gets its overlay."""
    for key in reversed(path):
        value = {key: value}
    if path[0] == "options":
        value["options"]["mine"]["on"] = {}
    return dict(value)


@pytest.mark.parametrize(("path", "kind"), PLACES, ids=["/".join(path) for path, _ in PLACES])
def test_every_key_refuses_what_is_not_of_its_kind_and_can_be_taken_out(path, kind):
    for wrong in WRONG[kind.expects]:
        problems = list(validate(nested(path, wrong)))
        assert problems == [Problem("/".join(path), "wrong_value", (("expects", kind.expects),))], wrong
    assert list(validate(nested(path, False))) == []


@pytest.mark.parametrize("path", [("weather",), ("kontra", "weather"), ("contracts", "mine", "weather")])
def test_a_key_that_looks_like_no_other_gets_no_guess(path):
    problem = next(iter(validate(nested(path, 1))))
    assert (problem.path, problem.code) == ("/".join(path), "unknown_key")
    assert "mean" not in describe_problem(problem, "en")


# A sheet is read once for each choice of its options; where options do not matter it has none.
NO_OPTIONS = dict.fromkeys(load(HEAD).defaults, False)
MISSPELT = "quapilx"
IDLE_WORDS = [
    ("contracts.dreeir = false", "removes_nothing_near", 4, 1, "Did you mean “dreier”?"),
    ("[contracts]\ngame = false", "removes_nothing", 5, 1, "“game”"),
    ("premiums.pagta = false", "removes_nothing_near", 4, 1, "Did you mean “pagat”?"),
    ("radl.after.zeor = false", "removes_nothing_near", 4, 1, "Did you mean “zero”?"),
    ("[groups]\nsolspiele = false", "removes_nothing_near", 5, 1, "“solospiele”"),
    ('[options.dear]\non = { contracts = { dreeir = false } }', "removes_nothing_near", 5, 22, "dreier"),
    ('contracts.dreier.groups = ["solospeile"]', "lonely_group_near", 4, 28, "Did you mean “solospiele”?"),
    ('premiums.uhu.groups = ["abc"]', "lonely_group", 4, 24, "“abc”"),
    ('premiums.uhu.in = ["not dreier"]', "not_means_nothing", 4, 20, "“not dreier”"),
    ('order.contracts = ["not dreier"]', "not_means_nothing", 4, 20, "“not dreier”"),
]  # fmt: skip


def test_a_sheet_may_have_no_premiums_at_all():
    rules, warnings = load_file(b'id = "mine"\nsource = "our club"\npremiums = false\ncontracts.dreier.value = 3\n')
    assert (dict(rules.build_sheet().premiums), warnings) == ({}, [])


@pytest.mark.parametrize(("text", "code", "line", "column", "said"), IDLE_WORDS)
def test_what_does_nothing_is_told_with_its_place(text, code, line, column, said):
    _rules, warnings = load_file((HEAD + text).encode())
    ((problem, place),) = warnings
    assert (problem.text or problem.code, *place) == (code, line, column)
    german, english = (describe_problem(problem, language) for language in LANGUAGES)
    assert said in english
    assert german != english


def test_there_is_a_case_for_every_such_word():
    told = {code for _text, code, *_rest in IDLE_WORDS}
    assert told == {code for code in SHEET_WARNINGS if not code.endswith(("below_silent", "below_value", "to_tie"))}


@pytest.mark.parametrize(
    "text",
    [
        "contracts.solodreier = false",  # the sheet has it
        "contracts.normalspiel = false",  # the vocabulary knows it
        "radl.after = { zero = false, trischaken = false }",
        'contracts.dreier.groups = ["mine"]\ngroups.mine = { name = "Unsere", doubles = ["premiums"] }',
        'contracts.dreier.groups = ["mine"]\npremiums.uhu.in = ["mine"]',
        'radl.doubles = ["not trull"]',
        'options = { dear = { name = "x", on = { contracts = { dreier = false } } } }',
    ],
)
def test_what_means_something_is_not_told(text):
    assert load_file((HEAD + text).encode())[1] == []


def test_a_built_in_sheet_over_another_has_none():
    text = 'id = "mine"\nsource = "ours"\nextends = "skoty-trophy"\nreminders.gstiess = false'
    assert load_file(text.encode())[1] == []


def write_nested(*path: str, value: Any) -> str:
    """Return a file with a value at a path of tables."""
    for key in reversed(path):
        value = {key: value}
    return HEAD + tomli_w.dumps({**value, "options": {**NO_OPTIONS, **value.get("options", {})}})


def is_told(text: str) -> bool:
    """Say whether something in a file is refused, or told."""
    try:
        return bool(load_file(text.encode())[1])
    except SheetError:
        return True


def test_a_sheet_without_the_options_below_it_is_told_nothing():
    assert not is_told(write_nested("name", value="Ohne"))


PLACES_OF_WORDS = [
    (),
    *((section,) for section in SECTIONS),
    *((section, "mine") for section in ENTRIES if section not in ITEMS),
    ("contracts", "dreier"),
    ("premiums", "pagat"),
    ("options", "mine", "on"),
    ("options", "mine", "on", "kontra"),
]


@pytest.mark.heavy_but("1-contracts/dreier")
@pytest.mark.parametrize("place", PLACES_OF_WORDS, ids="/".join)
@pytest.mark.parametrize("value", [False, True, 1, "x", [], {}])
def test_a_misspelt_key_is_told_wherever_it_stands(place, value):
    assert is_told(write_nested(*place, MISSPELT, value=value))


@pytest.mark.parametrize("section", ENTRIES)
def test_a_misspelt_entry_that_is_taken_out_is_told(section):
    assert is_told(write_nested(section, MISSPELT, value=False))
    assert is_told(write_nested("options", "mine", "on", section, MISSPELT, value=False))


WORDS = [
    *((key,) for key, kind in PLAIN.items() if kind.expects == "words"),
    *((section, key) for section, keys in SECTIONS.items() for key, kind in keys.items() if kind.expects == "words"),
    *(("contracts", "dreier", key) for key, kind in ENTRIES["contracts"].items() if kind.expects == "words"),
    *(("premiums", "pagat", key) for key, kind in ENTRIES["premiums"].items() if kind.expects == "words"),
]


@pytest.mark.parametrize("place", WORDS, ids="/".join)
def test_a_misspelt_word_is_told_in_every_list(place):
    assert is_told(write_nested(*place, value=[MISSPELT]))
    assert is_told(write_nested(*place, value=[f"not {MISSPELT}"]))


@pytest.mark.parametrize("place", [("radl", "after"), ("contracts", "dreier", "defence_kontra")], ids="/".join)
def test_a_misspelt_name_in_a_table_is_told(place):
    assert is_told(write_nested(*place, MISSPELT, value=False))


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
