"""A club's sheet takes over rules from the sheet that it extends, but no sentence about a rule that it changes."""

import pytest

from scoring.engine.house_rules.library import BUILT_IN, SENTENCES, has_rules, load
from scoring.engine.house_rules.loader import Rules
from scoring.engine.house_rules.schema import ENTRIES, PLAIN, SECTIONS
from scoring.engine.house_rules.validate import strip_not
from tests.scoring.engine.support.built_in import rules_of

HEAD = 'id = "mine"\nsource = "our wall"\n'


def extend(text: str, parent: str = "standard") -> Rules:
    return load(f'{HEAD}extends = "{parent}"\n{text}')


def list_gone(rules: Rules, parent: str = "standard") -> set[str]:
    """The sentences of the parent that a sheet does not have."""
    below = rules_of(parent)
    return {
        f"{section}.{name}"
        for section in SENTENCES
        for name, entry in below.table.get(section, {}).items()
        if entry and not rules.table[section][name]
    }


@pytest.mark.parametrize(
    ("text", "gone"),
    [
        ("", set()),
        ("contracts.dreier.value = 4", set()),
        ('renonce.claims = "none"', {"reminders.renonce"}),
        ("settle.silent_lost = []", {"readings.still_verloren"}),
        (
            "radl.after = false",
            {"reminders.gstiess", "reminders.schlussradl", "readings.nuller", "readings.neues_radl"},
        ),
        (
            "radl = false",
            {"reminders.gstiess", "reminders.schlussradl", "readings.nuller", "readings.neues_radl"},
        ),
        (
            "[trischaken]\nbuergermeister = '40'",
            {"readings.vierfach", "readings.gleiche", "options.tied_losers_pay_all"},
        ),
        ("premiums.valat = { silent = 8 }", {"readings.valat"}),
        ('premiums.valat = { name = "Durch" }', set()),
        ("premiums = { valat = {}, pagat = {} }", set()),
        ('renonce.claims = "none"\nreminders.renonce.text = "Nichts dazu."', set()),
    ],
)
def test_a_sentence_about_a_rule_that_the_sheet_changes_is_not_taken_over(text, gone):
    assert list_gone(extend(text)) == gone


@pytest.mark.parametrize("before", ["", "groups = false\n"])
@pytest.mark.parametrize(
    ("text", "parent"),
    [
        ("kontra.game = 8", "oberoesterreich_2023"),
        ("kontra = { game = 8, written = 1 }", "oberoesterreich_2023"),
        ('renonce.claims = "dearest_hand"', "oberoesterreich_2023"),
        ("radl.after.zero = 'round'", "standard"),
    ],
)
def test_the_same_rule_said_again_is_no_change(before, text, parent):
    again = extend(before + text, parent)
    assert list_gone(again, parent) == list_gone(extend(before, parent), parent)


@pytest.mark.parametrize(
    ("text", "gone"),
    [
        ("kontra.game = 4", {"reminders.farben", "readings.kontra"}),
        ("kontra.written = false", {"reminders.kontra", "readings.kontra"}),
        ("kontra = { game = 8, written = 2 }", {"reminders.kontra", "readings.kontra"}),
    ],
)
def test_of_two_rules_in_one_place_the_one_that_changes_counts(text, gone):
    assert list_gone(extend(text, "oberoesterreich_2023"), "oberoesterreich_2023") == gone


def test_a_reminder_of_games_that_are_not_played_is_never_said():
    names = ("zwiccolo", "piccolo", "bettler")
    rules = extend("".join(f"contracts.{name}_semi_ouvert = false\n" for name in names))
    assert "semi_ouvert" not in {reminder.id for reminder in rules.build_sheet().reminders}


def test_paragraphs_are_those_of_a_sheets_own_paper():
    rules = extend('contracts.dreier = { value = 4, ref = "Seite 2" }')
    mine = rules.build_sheet()
    assert (mine.contracts["dreier"].ref, mine.contracts["rufer"].ref, "paragraphs" in rules.table) == (
        "Seite 2",
        "",
        False,
    )
    assert {reminder.ref for reminder in mine.reminders} == {""}


def test_a_sheet_of_the_same_paper_takes_over_all_it_does_not_take_out():
    same = load('id = "mine"\nsource = "standardregeln-skoty.txt"\nextends = "standard"\nradl.after = false\n')
    assert (list_gone(same), same.build_sheet().contracts["rufer"].ref) == (set(), "Speisen")


@pytest.mark.parametrize(
    ("text", "entry", "has"),
    [
        ("", {"about": ["radl.after"]}, True),
        ("radl.after = false", {"about": ["radl.after"]}, False),
        ("radl.after = { zero = false, equal = false, trischaken = false }", {"about": ["radl.after"]}, False),
        ('renonce.claims = "none"', {"about": ["renonce.claims"]}, False),
        ('renonce.claims = "none"', {"about": ["renonce.claims", "kontra.game"]}, True),
        ("contracts.besserrufer = false", {"about": ["contracts.besserrufer.needs"]}, False),
        ("settle.silent_lost = []", {"of": ["settle"]}, True),
        ("", {"of": ["bei"]}, False),
        ("groups.negativspiele.bei = []", {"of": ["bei"]}, True),
    ],
)
def test_a_rule_that_is_taken_out_or_as_if_nobody_had_said_it_is_none(text, entry, has):
    assert has_rules(entry, extend(text).table) is has


@pytest.mark.parametrize("sheet_id", BUILT_IN)
def test_what_a_sentence_is_about_is_a_place_of_a_sheet(sheet_id):
    rules = rules_of(sheet_id)
    entries = [entry for section in SENTENCES for entry in (rules.table.get(section) or {}).values() if entry]
    for path in (strip_not(path) for entry in entries for path in entry.get("about", ())):
        section, *rest = path.split(".")
        if section in PLAIN:
            continue
        if section in ENTRIES:
            assert rest[0] in {**rules.vocabulary.get(section, {}), **rules.table.get(section, {})}, path
            rest = rest[1:]
        assert set(rest) <= ({**SECTIONS, **ENTRIES}[section]).keys(), path


@pytest.mark.parametrize("sheet_id", BUILT_IN)
def test_a_sentence_says_what_it_is_about_or_belongs_to_games_or_premiums(sheet_id):
    rules = rules_of(sheet_id)
    silent = [
        f"{section}.{name}"
        for section in SENTENCES
        for name, entry in (rules.table.get(section) or {}).items()
        if entry and not entry.keys() & {"about", "of", "in", "premiums"}
    ]
    assert silent == []
