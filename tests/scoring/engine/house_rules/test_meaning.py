"""Two sheets that mean the same, however they were written: what pays or plays otherwise means something else."""

import pytest

from scoring.engine.house_rules.library import BUILT_IN, load
from scoring.engine.house_rules.loader import Rules, is_same_in_meaning, is_same_with_options
from tests.scoring.engine.support.built_in import rules_of

HEAD = 'id = "mine"\nsource = "our club"\nextends = "treffpunkt"\n'
# Sheets are compared for each choice of their options; here they have none but those of a test.
NO_OPTIONS = "".join(f"options.{name} = false\n" for name in load(HEAD).defaults)


def mine(text: str) -> Rules:
    return load(HEAD + NO_OPTIONS + text)


def test_each_sheet_means_itself_and_nothing_else():
    same = [(left, right) for left in BUILT_IN for right in BUILT_IN if _is_same(left, right)]
    neighbours = {("wien_2020", "kaernten_2023"), ("kaernten_2023", "wien_2020")}  # as far as Carinthia's is known
    assert set(same) == {(sheet_id, sheet_id) for sheet_id in BUILT_IN} | neighbours


def _is_same(left: str, right: str) -> bool:
    return is_same_with_options(rules_of(left), rules_of(right))


@pytest.mark.parametrize(
    "text",
    [
        'name = "Am Mittwoch"\nref = "Zettel an der Wand"',
        "contracts.dreier.value = '10/2'",
        "contracts.dreier = { value = 5, lost = 5 }",
        "contracts.piccolo.name = 'Einer'",
        'reminders.mine = { text = "Beim Geben aufstehen." }',
        'gaps.mine = { name = "Honneurs", text = "Am Tisch zahlen." }',
        'order.contracts = ["dreier"]',
        'contracts.besserrufer.needs = ["quapil", "uhu", "kakadu", "pagat"]',
        'premiums.trull.in = ["all"]',
    ],
)
def test_words_and_spelling_mean_nothing(text):
    assert is_same_with_options(mine(text), mine(""))


def test_a_sheet_that_adds_nothing_means_what_the_one_below_does():
    assert is_same_with_options(load(HEAD), rules_of("treffpunkt"))
    assert not is_same_with_options(mine(""), rules_of("treffpunkt")), "the options are gone"


@pytest.mark.parametrize(
    "text",
    [
        "contracts.dreier.value = 6",
        "contracts.dreier.lost = 6",
        "contracts.dreier = false",
        "premiums.trull.silent = 2",
        "kontra.written = 1",
        "contracts.piccolo.bei = []",
        "contracts.dreier.by = 'forehand'",
        "contracts.dreier.kontra = 1",
        "contracts.dreier.premiums = []",
        "contracts.dreier.win = '40'",
        "premiums.trull.announced = 8",
        "premiums.trull.in = ['rufer']",
        "premiums.trull.once = true",
        "premiums.trull.kontra = 16",
        "kontra.game = 2",
        "options.dear.on.contracts.dreier.value = 8",
        "trischaken.pays = [{ places = [-3, 1, 1, 1] }]",
        "radl.after = { zero = 2 }",
    ],
)
def test_what_pays_or_plays_otherwise_means_something_else(text):
    assert not is_same_with_options(mine(text), mine(""))


def test_games_of_the_same_value_may_be_named():
    unsaid = mine("contracts.piccolo = { value = 2, bei = false }\ncontracts.zwiccolo = { value = 2, bei = false }")
    company = sorted(
        other.id
        for other in unsaid.build_sheet().contracts.values()
        if other.is_negative and unsaid.build_sheet().contracts["piccolo"].may_stand_beside(other)
    )
    said = mine(
        f"contracts.piccolo = {{ value = 2, bei = {company} }}\ncontracts.zwiccolo = {{ value = 2, bei = false }}"
    )
    assert is_same_with_options(unsaid, said)


def test_a_limit_that_no_kontra_reaches_is_none():
    assert is_same_with_options(mine("kontra = { game = 8, written = 8 }"), mine("kontra = { game = 8 }"))


def test_options_are_known_by_what_they_do():
    here = mine("options.dear.on.contracts.dreier.value = 8")
    there = mine('options.teuer = { name = "Teuer", on = { contracts = { dreier = { value = 8 } } } }')
    other = mine("options.dear.on.contracts.dreier.value = 9")
    off = mine("contracts.dreier.value = 8\noptions.cheap.on.contracts.dreier.value = 5")
    assert is_same_with_options(here, there)
    assert not is_same_with_options(here, other)
    assert not is_same_with_options(here, off), "by themselves they differ"
    assert is_same_in_meaning(here.build_sheet({"dear": True}), off.build_sheet())
