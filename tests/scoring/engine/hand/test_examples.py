"""Examples are read from files, run under rules, and compared under two."""

import pytest

from scoring.engine.hand.examples import (
    Example,
    compare_examples,
    list_written_examples,
    load_examples,
    parse_examples,
    run_examples,
)
from scoring.engine.house_rules.library import load
from tests.scoring.engine.support.built_in import rules_of

DREIER = {"plays": [{"contract": "dreier", "declarer": 1, "result": "won"}]}
PAYOUTS = ("-5", "15", "-5", "-5")
OWN = 'id = "own"\nname = "Own"\nsource = "here"\nextends = "treffpunkt"\n'
FILE = """
sheet = "skoty"

[[hand]]
name    = "paid"
why     = "§7"
radl    = true
plays   = [{ contract = "dreier", declarer = 1, result = "won" }]
payouts = ["-1", "3", "-1", "-1"]

[[hand]]
name        = "all there is"
why         = "§7"
plays       = []
payouts     = ["-4", "12", "-4", "-4"]
schrift     = ["-2", "6", "-2", "-2"]
starts_radl = true
warnings    = ["pflichtkontra"]

[[hand]]
name   = "refused"
why    = "§7"
plays  = []
errors = [["plays", "no_plays"]]
"""


def treffpunkt_example(record=DREIER, payouts=PAYOUTS, **more) -> Example:
    """An example, by itself of a Dreier in Treffpunkt Tarock."""
    return Example("a name", "a reason", record, payouts, **more)


def test_a_file_gives_the_record_and_what_is_expected_of_it():
    paid, full, refused = parse_examples(FILE)
    assert paid.record == {"sheet": "skoty", "radl": True} | DREIER
    assert (paid.name, paid.why, paid.payouts) == ("paid", "§7", ("-1", "3", "-1", "-1"))
    assert (paid.written, paid.starts_radl, paid.warnings, paid.errors) == (paid.payouts, False, (), ())
    assert (full.written, full.starts_radl, full.warnings) == (("-2", "6", "-2", "-2"), True, ("pflichtkontra",))
    assert (refused.payouts, refused.written, refused.errors) == (None, None, (("plays", "no_plays"),))


def test_there_are_no_examples_of_other_sheets():
    assert load_examples("wirtshaus") == ()
    assert load_examples("../standard") == ()


@pytest.mark.parametrize(
    ("example", "differences"),
    [
        (treffpunkt_example(), ()),
        (treffpunkt_example(payouts=("-4", "12", "-4", "-4")), ("payouts",)),
        (treffpunkt_example(written=PAYOUTS, starts_radl=False, warnings=()), ()),
        (treffpunkt_example(written=("-4", "12", "-4", "-4")), ("written",)),
        (treffpunkt_example(starts_radl=True), ("starts_radl",)),
        (treffpunkt_example(warnings=("pflichtkontra",)), ("warnings",)),
        (treffpunkt_example(payouts=None, errors=(("plays", "no_plays"),)), ("errors",)),
        (treffpunkt_example(record={"plays": []}), ("errors",)),
        (treffpunkt_example(record={"plays": []}, payouts=None, errors=(("plays", "no_plays"),)), ()),
        (treffpunkt_example(record={"plays": []}, payouts=None, errors=(("plays", "other"),)), ("errors",)),
        (treffpunkt_example(record={"sheet": "nowhere"} | DREIER), ()),
    ],
)
def test_what_does_not_agree_is_named(example, differences):
    (ran,) = run_examples(rules_of("treffpunkt"), [example])
    assert ran.differences == differences
    assert ran.agrees == (not differences)


def test_a_hand_that_pays_something_else_under_other_rules_differs():
    dear = load(OWN + "contracts.dreier.value = 6")
    (both,) = compare_examples(rules_of("treffpunkt"), dear, [treffpunkt_example()])
    assert both.differs
    assert both.before.score is not None
    assert both.after.score is not None
    assert (both.before.score.payouts[1], both.after.score.payouts[1]) == (15 * 6, 18 * 6)


def test_a_hand_that_does_not_exist_under_other_rules_differs():
    without = load(OWN + "contracts.dreier = false")
    for before, after in ((rules_of("treffpunkt"), without), (without, rules_of("treffpunkt"))):
        (both,) = compare_examples(before, after, [treffpunkt_example()])
        assert both.differs
        assert {both.before.score is None, both.after.score is None} == {True, False}
        assert [problem.code for problem in both.before.problems + both.after.problems] == ["unknown_contract"]


def test_a_radl_alone_is_a_difference():
    equal = {"plays": [{"contract": "rufer", "declarer": 0, "partner": 2, "points": 35}]}
    single = load(OWN.replace("treffpunkt", "standard") + "radl.after.equal = false")
    (both,) = compare_examples(rules_of("standard"), single, [treffpunkt_example(equal)])
    assert both.differs


def test_a_hand_that_neither_knows_does_not_differ():
    unknown = {"plays": [{"contract": "unknown", "declarer": 1, "result": "won"}]}
    (both,) = compare_examples(rules_of("treffpunkt"), rules_of("karlsruhe"), [treffpunkt_example(unknown)])
    assert not both.differs


def test_the_examples_in_a_sheet_s_own_file_are_compared_by_their_payouts():
    written = (
        OWN
        + "[[examples]]\nplays = [{ contract = 'dreier', declarer = 1, result = 'won' }]\npayouts = [-5, 15, -5, -5]\n"
    )
    rules = load(written)
    [example] = list_written_examples(rules)
    assert (example.name, example.payouts) == ("", PAYOUTS)
    assert [result.agrees for result in run_examples(rules, [example, example._replace(payouts=("0",) * 4)])] == [
        True,
        False,
    ]
    assert "examples" not in rules.format_canonical()
