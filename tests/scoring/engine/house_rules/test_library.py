"""The sheets of the program, small invented ones, and what a sheet takes over from the one it extends."""

import json
import tomllib
from fractions import Fraction
from typing import Any

import pytest

from scoring.engine.evening.state import Session
from scoring.engine.house_rules.library import (
    BUILT_IN,
    FOLDER,
    OWN,
    SENTENCES,
    has_rules,
    load,
    load_built_in,
    load_vocabulary,
)
from scoring.engine.house_rules.loader import Rules, parse_canonical
from scoring.engine.house_rules.schema import ENTRIES, PLAIN, SECTIONS
from scoring.engine.house_rules.sheet import Contract, Option, Premium
from scoring.engine.house_rules.validate import strip_not
from tests.scoring.engine.support.built_in import rules_of, sheet_of
from tests.scoring.engine.support.invented_sheets import INVENTED, desk, invented

FILES = {name: tomllib.loads((FOLDER / f"{name}.toml").read_text(encoding="utf-8")) for name in BUILT_IN}
NAMED_SECTIONS = ("contracts", "groups", "premiums", "options", "reminders")


def entries(table: dict[str, Any]) -> list[tuple[str, dict[str, Any]]]:
    """Everything in a sheet file that says a rule: sections, and what is in the sections of named entries."""
    sections = [(name, table[name]) for name in SECTIONS if name in table]
    named = [
        (f"{section}.{name}", entry) for section in NAMED_SECTIONS for name, entry in table.get(section, {}).items()
    ]
    return [(name, entry) for name, entry in [*sections, *named] if entry]  # {} only says where something stands


@pytest.mark.parametrize("sheet", BUILT_IN)
def test_every_rule_of_a_built_in_sheet_cites_its_paragraph(sheet):
    assert [name for name, entry in entries(FILES[sheet]) if not entry.get("ref")] == []


@pytest.mark.parametrize("sheet", BUILT_IN)
def test_every_contract_premium_and_option_of_the_loaded_sheet_has_a_ref_and_names(sheet):
    rules = sheet_of(sheet)
    everything: list[Contract | Premium | Option] = [*rules.contracts.values(), *rules.premiums.values()]
    everything += rules.options.values()
    for entry in everything:
        assert entry.ref, entry.id
        assert entry.name != entry.id
        assert entry.name_en, entry.id


@pytest.mark.parametrize("sheet", BUILT_IN)
def test_every_contract_and_premium_is_explained_in_one_line_in_both_languages(sheet):
    loaded = rules_of(sheet)
    explained: list[Contract | Premium] = [
        *loaded.build_sheet().contracts.values(),
        *loaded.build_sheet().premiums.values(),
    ]
    for entry in explained:
        assert entry.gloss.endswith("."), entry.id
        assert entry.gloss_en.endswith("."), entry.id
        assert entry.gloss != entry.gloss_en, entry.id


def test_the_vocabulary_puts_nothing_on_a_sheet():
    for section, worth in (("contracts", {"value", "lost"}), ("premiums", {"silent", "announced"})):
        for name, entry in load_vocabulary()[section].items():
            assert not worth & entry.keys(), name


def test_a_game_that_needs_one_announcement_knows_its_value():
    steindl = rules_of("steindl")
    values = {
        contract.id: contract.needed_value for contract in steindl.build_sheet().contracts.values() if contract.needs
    }
    assert (values["pagatrufer"], values["geierrufer"]) == (12, 60)


def test_there_is_no_built_in_sheet_of_another_name():
    assert load_built_in("wirtshaus") is None
    assert load_built_in("../sheets/standard") is None


def test_a_sheet_is_labelled_with_how_it_is_known_unless_that_is_the_paper():
    own = 'id = "mine"\nname = "Unseres"\nsource = "our club"\nextends = "tirol_2020"\n'
    assert load(own).build_sheet().labels == load(f'{own}evidence = "paper"').build_sheet().labels == ("Unseres",) * 2
    assert sheet_of("tirol_2020").labels == ("Tirol 2020 (nach einem Programm)", "Tyrol 2020 (after a program)")


@pytest.mark.parametrize("sheet", BUILT_IN)
def test_a_sheet_that_only_extends_another_is_the_same_but_for_its_name(sheet):
    parent = rules_of(sheet)
    child = load(f'id = "mine"\nsource = "{parent.table["source"]}"\nextends = "{sheet}"')
    table, own = parent.combine_options(parent.defaults), child.combine_options(child.defaults)
    for key in (*OWN, "extends"):
        table.pop(key, None)
        own.pop(key, None)
    assert own == table
    assert child.build_sheet().name == "mine"


def test_a_game_with_open_cards_is_the_one_for_as_many_tricks_played_alone():
    sheet = sheet_of("standard")
    plain = {game.id: sheet.get_plain_game(game).id for game in sheet.contracts.values()}
    assert plain["piccolo_ouvert"] == plain["piccolo_semi_ouvert"] == plain["piccolo"] == "piccolo"
    assert plain["bettler_ouvert"] == "bettler"
    assert plain["dreier"] == "dreier"


INVENTED_FILES = {
    path.stem: tomllib.loads(path.read_text(encoding="utf-8")) for path in sorted(INVENTED.glob("hands/*.toml"))
}
HANDS = [(file["sheet"], hand) for file in INVENTED_FILES.values() if not file.get("evening") for hand in file["hand"]]
EVENINGS = [file for file in INVENTED_FILES.values() if file.get("evening")]
RECORD = ("options", "forehand", "radl", "plays", "premiums", "renonce")


def record_of(hand: dict[str, Any]) -> dict[str, Any]:
    """The record in a hand of the data file."""
    return {field: hand[field] for field in RECORD if field in hand}


def amounts(texts: list[str]) -> list[Fraction]:
    """Payouts as numbers."""
    return [Fraction(text) for text in texts]


@pytest.mark.parametrize(("sheet", "hand"), HANDS, ids=[f"{sheet}: {hand['name']}" for sheet, hand in HANDS])
def test_a_hand_under_an_invented_sheet_pays_what_the_document_says(sheet, hand):
    answer = json.loads(desk(sheet).answer_line(json.dumps(record_of(hand)).encode())[0])
    if "errors" in hand:
        assert [[error["path"], error["code"]] for error in answer["errors"]] == hand["errors"]
        return
    assert answer.get("errors", []) == []
    assert answer["payouts"] == hand["payouts"]
    assert answer["schrift"] == hand.get("schrift", hand["payouts"])
    assert [warning["code"] for warning in answer["warnings"]] == hand.get("warnings", [])
    lines = [amounts(line["amounts"]) for line in answer["lines"]]
    assert [sum(line) for line in lines] == [0] * len(lines)
    assert [sum(column) for column in zip(*lines, strict=True)] == amounts(answer["payouts"])


@pytest.mark.parametrize("evening", EVENINGS, ids=lambda evening: str(evening["sheet"]))
def test_an_evening_under_an_invented_sheet_counts_its_radln_itself(evening):
    session = Session(desk(evening["sheet"]))
    for hand in evening["hand"]:
        record = record_of(hand)
        del record["radl"]
        answer = json.loads(session.answer_line(json.dumps(record).encode())[0])
        told = {field: answer.get(field) for field in ("payouts", "radl", "radl_deals", "totals")}
        expected = {field: hand.get(field) for field in ("payouts", "radl", "radl_deals", "totals")}
        assert (hand["name"], told) == (hand["name"], expected)


@pytest.mark.parametrize("sheet", INVENTED_FILES)
def test_an_invented_sheet_scores_the_same_from_what_a_sheet_version_keeps(sheet):
    kept = parse_canonical(invented(sheet).format_canonical())
    fresh = invented(sheet).build_sheet()
    assert [(contract.id, contract.value, contract.lost, contract.win) for contract in kept.contracts.values()] == [
        (contract.id, contract.value, contract.lost, contract.win) for contract in fresh.contracts.values()
    ]
    assert list(kept.premiums) == list(fresh.premiums)


def test_a_text_pinned_before_there_was_multiplies_lost_multiplies_as_it_did():
    table = json.loads(invented("valat-all-lost").format_canonical())
    del table["premiums"]["valat"]["multiplies_lost"]
    premium = parse_canonical(json.dumps(table)).premiums["valat"]
    assert premium.multiplies is not None
    assert premium.multiplies_lost == premium.multiplies


def test_a_text_pinned_when_half_time_was_an_event_is_still_read():
    table = json.loads(invented("valat-all-lost").format_canonical())
    table["radl"]["after"]["half_time"] = "round"
    assert parse_canonical(json.dumps(table)).radl_after["half_time"] == "round"


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
