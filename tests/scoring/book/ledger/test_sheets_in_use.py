"""Pinned sheets are read as they were, and younger sections as the vocabulary has them."""

import json

from scoring.book.ledger.sheet_versions import parse_sheet
from scoring.models import SheetVersion
from tests.scoring.engine.support.built_in import rules_of


def test_a_sheet_pinned_before_there_was_a_pagatkassa_is_played_for_the_pagat_too():
    rules = rules_of("treffpunkt")
    table = json.loads(rules.format_canonical())
    del table["pagatkassa"]
    old = parse_sheet(SheetVersion(sheet="treffpunkt", text=json.dumps(table), digest="0" * 64))
    assert (old.pot_premium, old.pot_version) == ("pagat", None)


def test_a_sheet_pinned_today_keeps_what_it_says_of_the_pagatkassa():
    rules = rules_of("treffpunkt")
    kept = parse_sheet(SheetVersion(sheet="treffpunkt", text=rules.format_canonical(), digest="1" * 64))
    assert (kept.pot_premium, kept.pot_version) == ("pagat", "treffpunkt")
