"""Two Speiszettel side by side: what is the same, what is not, and what only one of them has."""

from scoring.engine.house_rules.library import load
from scoring.sheets.house_rules.speiszettel.build import build_rules_zettel
from scoring.sheets.house_rules.speiszettel.sections import Pair, Zettel, compare_zettels
from tests.scoring.engine.support.built_in import rules_of

HEAD = 'id = "mine"\nsource = "our club"\nextends = "treffpunkt"\n'


def page(sheet_id: str, **options: bool) -> Zettel:
    """The Speiszettel of a sheet of the program."""
    return build_rules_zettel(rules_of(sheet_id), options, "de")


def pairs(left: Zettel, right: Zettel) -> dict[str, Pair]:
    """All rows of both, by anchor."""
    return {pair.anchor: pair for section in compare_zettels(left, right) for pair in section.pairs}


def differing(left: Zettel, right: Zettel) -> set[str]:
    """The anchors of what is not the same."""
    return {pair.anchor for section in compare_zettels(left, right) for pair in section.differing}


def test_a_sheet_beside_itself_has_no_difference():
    assert differing(page("standard"), page("standard")) == set()


def test_only_what_a_club_changed_is_different():
    mine = build_rules_zettel(load(HEAD + "contracts.dreier.value = 6\npremiums.pagatfang = false"), {}, "de")
    changed = differing(page("treffpunkt"), mine)
    assert {"contract-dreier", "premium-pagatfang"} <= changed
    assert not {"contract-rufer", "premium-pagat", "kontra", "radl", "renonce"} & changed


def test_what_only_one_has_stands_where_it_stands_there():
    both = pairs(page("standard"), page("skoty"))
    order = [line for line in both if line.startswith("contract-")]
    assert order.index("contract-triccolo_ouvert") == order.index("contract-piccolo_ouvert") + 1
    assert both["contract-triccolo_ouvert"].left is None
    assert both["contract-triccolo_ouvert"].left_notes == ()


def test_sentences_that_both_say_are_told_from_those_of_one():
    both = pairs(page("standard"), page("skoty"))["kontra"]
    assert [shared for _text, shared in both.right_notes] == [True, True, True, False]
    assert all(shared for _text, shared in both.left_notes)


def test_where_the_originals_have_it_makes_no_difference():
    both = pairs(page("standard"), page("treffpunkt"))["contract-dreier"]
    assert both.left is not None
    assert both.right is not None
    assert both.left.ref != both.right.ref
    assert both.same


def test_a_switch_is_a_difference_like_any_other():
    changed = differing(page("treffpunkt"), page("treffpunkt", piccolo_over_solo=True))
    assert {"contract-piccolo", "contract-zwiccolo"} <= changed
    assert not {line for line in changed if line.startswith("premium-")}
