"""Examples that cover a sheet: an entry that none of them depends on is named, with a hand that does."""

import pytest

from scoring.engine.hand.coverage import find_uncovered
from scoring.engine.hand.examples import Example, load_examples, parse_examples, run_examples
from scoring.engine.hand.record import print_record
from scoring.engine.house_rules.library import BUILT_IN, load, load_built_in
from scoring.engine.house_rules.loader import list_variations
from scoring.engine.house_rules.schema import lay_over
from scoring.engine.points import parse_points, print_amount, print_points
from tests.scoring.engine.support.built_in import rules_of

LEAST = 1  # a Blatt


def list_uncovered(rules, examples):
    parent = load_built_in(rules.table.get("extends", ""))
    below = lay_over(rules.vocabulary, {} if parent is None else parent.table)
    return list(find_uncovered(rules, below, examples))


def list_paths(found):
    return [".".join(map(str, entry.variation.path)) for entry in found]


@pytest.mark.parametrize("sheet_id", BUILT_IN)
def test_the_examples_of_a_sheet_and_of_those_below_it_depend_on_each_of_its_entries(sheet_id):
    rules, examples = rules_of(sheet_id), list[Example]()
    while sheet_id:
        examples += load_examples(sheet_id)
        sheet_id = rules_of(sheet_id).table.get("extends")
    assert list_paths(list_uncovered(rules, examples)) == []


def list_limits(rules):
    """Yield what decides a value or a limit of a sheet, changed by the least amount, limits both ways."""
    for variation in list_variations(rules.table, {}):
        *_, key = variation.path
        if key in ("value", "lost", "silent", "announced", "places"):
            yield variation
        elif key in ("win", "buergermeister") and "options" not in variation.path:
            yield variation
            yield variation._replace(value=print_points((parse_points(variation.value) or 0) - 2 * LEAST))


def is_shown(variation, rules, examples):
    """Return whether an example pays something else by the variation; those that name what it is about come first."""
    changed, (_section, *names, _key) = variation.apply(rules), variation.path
    near = [example for example in examples if any(str(name) in str(example.record) for name in names)]
    far = [example for example in examples if example not in near]
    return any(not result.agrees for some in (near, far) for result in run_examples(changed, some))


@pytest.mark.heavy_but("standard")
@pytest.mark.parametrize("sheet_id", BUILT_IN)
def test_the_own_examples_of_a_sheet_show_each_of_its_values_and_limits(sheet_id):
    rules, examples = rules_of(sheet_id), load_examples(sheet_id)
    least = 3 if rules.build_sheet().whole else 1  # no card points lie between
    for variation in list_limits(rules):
        if least > 1 and variation.path[-1] == "win" and (parse_points(variation.value) or 0) % least:
            continue
        assert is_shown(variation, rules, examples), (variation.path, variation.value)


def test_what_a_club_changes_is_named_until_it_keeps_the_hand_that_is_offered():
    rules = load(
        'id = "mine"\nsource = "wall"\nextends = "standard"\ncontracts.dreier.lost = 9\n'
        'premiums.valat.silent = 8\nradl.doubles = ["game"]\n'
    )
    examples = list(load_examples("standard"))
    found = list_uncovered(rules, examples)
    assert list_paths(found) == ["contracts.dreier.lost", "premiums.valat.silent", "radl.doubles"]
    assert [entry.score.payouts for entry in found[:2]] == [(54, -162, 54, 54), (54, -54, -54, 54)]
    kept = [
        Example("", "", print_record(entry.record), tuple(map(print_amount, entry.score.payouts))) for entry in found
    ]
    assert list_uncovered(rules, [*examples, *kept]) == []
    wrong = kept[0]._replace(payouts=("8", "-24", "8", "8"))
    assert list_paths(list_uncovered(rules, [*examples, wrong, *kept[1:]])) == ["contracts.dreier.lost"]


def test_without_examples_each_value_and_each_case_is_named():
    rules = rules_of("karlsruhe")
    named = set(list_paths(list_uncovered(rules, parse_examples('sheet = "karlsruhe"\nhand = []'))))
    worth = {
        f"{section}.{name}.{key}"
        for section in ("contracts", "premiums")
        for name, entry in rules.table[section].items()
        for key in ("value", "lost", "silent", "announced")
        if key in entry
    }
    cases = {f"trischaken.pays.{at}.places" for at in range(len(rules.table["trischaken"]["pays"]))}
    assert worth | cases <= named
