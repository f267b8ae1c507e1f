"""Every line that is paid leads to a row that is there: for every golden hand, on the Speiszettel of its sheet."""

import pytest

from scoring.engine.hand.scorer import RecordScorer
from scoring.engine.house_rules.library import BUILT_IN, load_built_in
from scoring.sheets.house_rules.speiszettel.build import build_pinned_zettel, build_rules_zettel
from scoring.sheets.house_rules.speiszettel.sections import RuleRow
from scoring.table.written_sheet.rows import find_anchor, find_first_anchor
from tests.scoring.engine.support.built_in import golden, rules_of


@pytest.mark.no_cover  # every golden hand once more
@pytest.mark.parametrize("sheet_id", BUILT_IN)
def test_every_line_of_every_golden_hand_leads_to_a_row_of_its_sheet(sheet_id):
    desk, rules = RecordScorer(load_built_in), load_built_in(sheet_id)
    assert rules is not None
    known: dict[str, dict[str, RuleRow]] = {}
    led: set[str] = set()
    for hand in golden(sheet_id):
        score = desk.score_raw(hand.record).score
        if score is None:
            continue
        options = hand.record.get("options", {})
        if (chosen := str(options)) not in known:
            known[chosen] = build_pinned_zettel(rules.format_canonical(options), "de").map_rows()
        anchors = {find_anchor(line.cause, score.sheet) for line in score.lines} | {find_first_anchor(score)}
        assert anchors <= known[chosen].keys(), hand.name
        led |= anchors
    assert {address.partition("-")[0] for address in led} >= {"contract", "premium", "renonce"}


@pytest.mark.parametrize("sheet_id", BUILT_IN)
@pytest.mark.parametrize("language", ["de", "en"])
def test_no_two_rows_have_the_same_anchor_nor_that_of_a_section(sheet_id, language):
    page = build_rules_zettel(rules_of(sheet_id), {}, language)
    anchors = [row.anchor for section in page.sections for row in section.rows]
    anchors += [section.id for section in page.sections]
    assert len(anchors) == len(set(anchors))


@pytest.mark.heavy_but("karlsruhe")
@pytest.mark.parametrize("sheet_id", BUILT_IN)
def test_anchors_stay_when_a_switch_is_set(sheet_id):
    rules = rules_of(sheet_id)
    default = build_rules_zettel(rules, {}, "de")
    for name, on in rules.defaults.items():
        switched = build_rules_zettel(rules, {name: not on}, "de")
        gone = default.map_rows().keys() - switched.map_rows().keys()
        assert all(anchor.startswith("reminder-") for anchor in gone)
