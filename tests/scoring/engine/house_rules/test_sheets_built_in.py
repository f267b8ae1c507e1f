"""The sheets of the program: each says where everything stands, and none needs what another sheet says."""

import tomllib
from typing import Any

import pytest

from scoring.engine.house_rules.library import BUILT_IN, FOLDER, OWN, load, load_built_in, load_vocabulary
from scoring.engine.house_rules.schema import SECTIONS
from scoring.engine.house_rules.sheet import Contract, Option, Premium
from tests.scoring.engine.support.built_in import rules_of, sheet_of

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
