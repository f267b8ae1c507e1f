"""Words of a sheet file that do nothing: told with their place, in both languages."""

from typing import Any

import pytest
import tomli_w

from scoring.engine.house_rules.library import load, load_file
from scoring.engine.house_rules.schema import ENTRIES, ITEMS, PLAIN, SECTIONS
from scoring.engine.problems import SheetError
from scoring.engine.texts import LANGUAGES, describe_problem
from scoring.engine.texts.sheets import SHEET_WARNINGS

HEAD = 'id = "mine"\nsource = "our club"\nextends = "treffpunkt"\n'
# A sheet is read once for each choice of its options; where options do not matter it has none.
NO_OPTIONS = dict.fromkeys(load(HEAD).defaults, False)
MISSPELT = "quapilx"
CASES = [
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


@pytest.mark.parametrize(("text", "code", "line", "column", "said"), CASES)
def test_what_does_nothing_is_told_with_its_place(text, code, line, column, said):
    _rules, warnings = load_file((HEAD + text).encode())
    ((problem, place),) = warnings
    assert (problem.text or problem.code, *place) == (code, line, column)
    german, english = (describe_problem(problem, language) for language in LANGUAGES)
    assert said in english
    assert german != english


def test_there_is_a_case_for_every_such_word():
    told = {code for _text, code, *_rest in CASES}
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


def nested(*path: str, value: Any) -> str:
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
    assert not is_told(nested("name", value="Ohne"))


PLACES = [
    (),
    *((section,) for section in SECTIONS),
    *((section, "mine") for section in ENTRIES if section not in ITEMS),
    ("contracts", "dreier"),
    ("premiums", "pagat"),
    ("options", "mine", "on"),
    ("options", "mine", "on", "kontra"),
]


@pytest.mark.heavy_but("1-contracts/dreier")
@pytest.mark.parametrize("place", PLACES, ids="/".join)
@pytest.mark.parametrize("value", [False, True, 1, "x", [], {}])
def test_a_misspelt_key_is_told_wherever_it_stands(place, value):
    assert is_told(nested(*place, MISSPELT, value=value))


@pytest.mark.parametrize("section", ENTRIES)
def test_a_misspelt_entry_that_is_taken_out_is_told(section):
    assert is_told(nested(section, MISSPELT, value=False))
    assert is_told(nested("options", "mine", "on", section, MISSPELT, value=False))


WORDS = [
    *((key,) for key, kind in PLAIN.items() if kind.expects == "words"),
    *((section, key) for section, keys in SECTIONS.items() for key, kind in keys.items() if kind.expects == "words"),
    *(("contracts", "dreier", key) for key, kind in ENTRIES["contracts"].items() if kind.expects == "words"),
    *(("premiums", "pagat", key) for key, kind in ENTRIES["premiums"].items() if kind.expects == "words"),
]


@pytest.mark.parametrize("place", WORDS, ids="/".join)
def test_a_misspelt_word_is_told_in_every_list(place):
    assert is_told(nested(*place, value=[MISSPELT]))
    assert is_told(nested(*place, value=[f"not {MISSPELT}"]))


@pytest.mark.parametrize("place", [("radl", "after"), ("contracts", "dreier", "defence_kontra")], ids="/".join)
def test_a_misspelt_name_in_a_table_is_told(place):
    assert is_told(nested(*place, MISSPELT, value=False))
