"""Two sheets beside each other: what both say, and what only one says."""

from scoring.engine.house_rules.library import load
from scoring.sheets.house_rules.speiszettel.build import build_rules_zettel
from scoring.sheets.house_rules.speiszettel.sections import Pair, Zettel, compare_zettels
from tests.scoring.engine.support.built_in import rules_of
from tests.scoring.sheets.house_rules.speiszettel.test_build import HEAD


def page_with(sheet_id: str, **options: bool) -> Zettel:
    """The Speiszettel of a sheet of the program."""
    return build_rules_zettel(rules_of(sheet_id), options, "de")


def pairs(left: Zettel, right: Zettel) -> dict[str, Pair]:
    """All rows of both, by anchor."""
    return {pair.anchor: pair for section in compare_zettels(left, right) for pair in section.pairs}


def differing(left: Zettel, right: Zettel) -> set[str]:
    """The anchors of what is not the same."""
    return {pair.anchor for section in compare_zettels(left, right) for pair in section.differing}


def test_a_sheet_beside_itself_has_no_difference():
    assert differing(page_with("standard"), page_with("standard")) == set()


def test_only_what_a_club_changed_is_different():
    mine = build_rules_zettel(load(HEAD + "contracts.dreier.value = 6\npremiums.pagatfang = false"), {}, "de")
    changed = differing(page_with("treffpunkt"), mine)
    assert {"contract-dreier", "premium-pagatfang"} <= changed
    assert not {"contract-rufer", "premium-pagat", "kontra", "radl", "renonce"} & changed


def test_what_only_one_has_stands_where_it_stands_there():
    both = pairs(page_with("standard"), page_with("skoty"))
    order = [line for line in both if line.startswith("contract-")]
    assert order.index("contract-triccolo_ouvert") == order.index("contract-piccolo_ouvert") + 1
    assert both["contract-triccolo_ouvert"].left is None
    assert both["contract-triccolo_ouvert"].left_notes == ()


def test_sentences_that_both_say_are_told_from_those_of_one():
    both = pairs(page_with("standard"), page_with("skoty"))["kontra"]
    assert [shared for _text, shared in both.right_notes] == [True, True, True, False]
    assert all(shared for _text, shared in both.left_notes)


def test_where_the_originals_have_it_makes_no_difference():
    both = pairs(page_with("standard"), page_with("treffpunkt"))["contract-solodreier"]
    assert both.left is not None
    assert both.right is not None
    assert both.left.ref != both.right.ref
    assert both.same


def test_a_switch_is_a_difference_like_any_other():
    changed = differing(page_with("treffpunkt"), page_with("treffpunkt", piccolo_over_solo=True))
    assert {"contract-piccolo", "contract-zwiccolo"} <= changed
    assert not {line for line in changed if line.startswith("premium-")}


def test_the_comparison_of_two_sheets_has_how_they_bid_and_what_trischaken_does_with_the_talon():
    both = pairs(page_with("standard"), page_with("steindl"))
    assert ("Nur höher überbieten, kein Halten („bei mir“).", False) in both["auction"].left_notes
    assert ("Der Talon kommt zum letzten Stich.", False) in both["trischaken"].right_notes
    assert ("Die Vorhand darf ein angesagtes Spiel halten.", False) in both["auction"].right_notes
    assert ("In Negativspielen gilt Stichzwang.", True) in both["trick"].right_notes
