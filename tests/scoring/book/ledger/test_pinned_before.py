"""Books under sheets that were pinned before some hands were refused: they keep what they paid, and can be changed.

tests/data/books/pinned has the texts of three sheets as they were pinned then.
"""

import hashlib
import json
from typing import Any

import pytest
from django.urls import reverse

from scoring.book.audit import verify
from scoring.book.ledger.entries import Outcome
from scoring.book.ledger.sheet_versions import parse_sheet
from scoring.models import Entry, GameTable, SheetVersion
from scoring.table.corrections import changes
from scoring.table.evenings import services
from tests.scoring.engine.support.built_in import rules_of
from tests.scoring.support.corrections import page_of, payouts, radls
from tests.scoring.support.evenings import change_book, end_evening, fresh
from tests.scoring.support.pages import open_table_page
from tests.scoring.support.tables import Record, dreier, new_table, play
from tests.scoring.support.tampering import numbers
from tests.support.accounts import log_in
from tests.support.paths import DATA

pytestmark = pytest.mark.django_db
PINNED = DATA / "books" / "pinned"
VALAT = {"premium": "valat", "side": "declarer"}
TRULL = {"premium": "trull", "side": "declarer", "announced": True, "kontra": 2}
SOLORUFER = {"contract": "solorufer", "declarer": 0, "king_in_talon": True, "points": "40", "kontra": 2}


def game(*premiums: dict[str, Any], renonce: Record | None = None, **play: Any) -> Record:
    """A Normalspiel of the first with the third, or another game."""
    record: Record = {"plays": [{"contract": "normalspiel", "declarer": 0, "partner": 2} | play]}
    return record | ({"premiums": list(premiums)} if premiums else {}) | ({"renonce": renonce} if renonce else {})


HANDS = {  # hand -> what it paid then, and the problem that it has today
    "zwanzigerrufen": (
        (game(renonce={"seat": 1, "claims": {"0": 100}}), (101, -103, 1, 1), "no_claims"),
        (game({**VALAT, "announced": True}, result="won", kontra=2), (12, -12, 12, -12), "kontra_belongs_elsewhere"),
        (
            game({"premium": "mondfang", "side": "defence"}, {"premium": "trull", "side": "declarer"}, result="won"),
            (1, -1, 1, -1),
            "premium_denied",
        ),
        (game(VALAT, points="60"), (6, -6, 6, -6), "premium_points"),
        (game(points="44", kontra=2), (-2, 2, -2, 2), ""),
    ),
    "treffpunkt": (
        (
            {"plays": [SOLORUFER], "premiums": [TRULL]},
            (30, -10, -10, -10),
            "",
        ),
        (
            dreier(1) | {"premiums": [VALAT, {"premium": "mondfang", "side": "defence"}]},
            (-19, 57, -19, -19),
            "premium_denied",
        ),
        (dreier(2) | {"renonce": {"seat": 2, "claims": {"0": 9000}}}, (9005, 5, -9015, 5), "claim_too_high"),
    ),
    "standard": (
        ({"plays": [{"contract": "dreier", "declarer": 0, "points": "35/1"}]}, (-15, 5, 5, 5), ""),
        (dreier(1), (-5, 15, -5, -5), ""),  # no Radl
    ),
}  # fmt: skip
SHEETS = pytest.mark.parametrize("sheet", HANDS)


def text_of(sheet: str) -> str:
    return (PINNED / f"{sheet}.json").read_text(encoding="utf-8")


def old_table(sheet: str, monkeypatch: pytest.MonkeyPatch) -> GameTable:
    """An evening under a sheet of then, with its hands."""
    text = text_of(sheet)
    digest = hashlib.sha256(text.encode()).hexdigest()
    version = SheetVersion.objects.create(club=None, sheet=sheet, text=text, digest=digest)
    with monkeypatch.context() as then:
        then.setattr(services, "pin_sheet", lambda *_wanted, **_options: version)
        table = new_table(sheet)
    for hand, _, _ in HANDS[sheet]:
        written = play(table, hand)
        assert written.outcome is Outcome.SAVED, written.problems
    return table


@SHEETS
def test_old_hands_keep_what_they_paid_and_are_proved(sheet, monkeypatch):
    table = old_table(sheet, monkeypatch)
    assert payouts(table) == [paid for _, paid, _ in HANDS[sheet]]
    assert set(radls(table)) == {1}
    assert verify() == []


@SHEETS
def test_other_lines_can_be_changed_and_the_old_hands_follow(sheet, monkeypatch):
    table = old_table(sheet, monkeypatch)
    first, last = numbers(table)[0], numbers(table)[-1]
    change_book(table, changes.set_radl(len(HANDS[sheet]), first))
    for (_, paid, _), now in zip(HANDS[sheet], payouts(table)[1:], strict=True):
        claimed = 9000 if paid[0] > 9000 else 100 if paid[0] > 100 else 0  # a claim is not doubled
        assert now[0] == 2 * (paid[0] - claimed) + claimed
    assert {entry.kind for entry in Entry.objects.filter(table=table, sequence__gt=len(HANDS[sheet]) + 1)} == {
        "follow_up"
    }
    change_book(table, changes.strike_line(last))
    change_book(table, changes.restore_line(last))
    assert verify() == []


@SHEETS
def test_an_old_hand_itself_can_be_put_right(sheet, monkeypatch):
    table = old_table(sheet, monkeypatch)
    for line, (hand, _, _) in zip(numbers(table), HANDS[sheet], strict=True):
        raw = {**hand, "plays": [{**hand["plays"][0], "kontra": 4 if sheet != "zwanzigerrufen" else 1}]}
        if raw["plays"][0].get("points") != "44":
            change_book(table, changes.correct_hand(line, raw, 2))
    assert verify() == []


@pytest.mark.heavy_but("zwanzigerrufen")
@SHEETS
def test_every_page_of_an_old_book_is_there_and_its_form_has_the_fields_of_then(sheet, monkeypatch):
    table, client = old_table(sheet, monkeypatch), log_in()
    for line in numbers(table):
        page = page_of(client, "correct", table, line)
        assert {"p0-kontra", "claim-3"} <= page.fields.keys()
        page_of(client, "deal", table, line)
    assert len(open_table_page(client, table).texts) > 20
    page_of(client, "rules", table)
    end_evening(table)
    assert client.get(reverse("export", args=[table.slug])).status_code == 200


@SHEETS
def test_a_new_evening_has_the_new_sheet_which_refuses_what_cannot_be(sheet, monkeypatch):
    old, new = fresh(old_table(sheet, monkeypatch)), fresh(new_table(sheet))
    assert new.sheet_version_id != old.sheet_version_id
    for hand, _, code in HANDS[sheet]:
        written = play(new, hand)
        assert [problem.code for problem in written.problems] == ([code] if code else [])


def test_a_sheet_pinned_before_there_was_a_pagatkassa_is_played_for_the_pagat_too():
    table = json.loads(rules_of("treffpunkt").format_canonical())
    del table["pagatkassa"]
    old = parse_sheet(SheetVersion(sheet="treffpunkt", text=json.dumps(table), digest="0" * 64))
    assert (old.pot_premium, old.pot_version) == ("pagat", None)


def test_a_sheet_pinned_today_keeps_what_it_says_of_the_pagatkassa():
    rules = rules_of("treffpunkt")
    kept = parse_sheet(SheetVersion(sheet="treffpunkt", text=rules.format_canonical(), digest="1" * 64))
    assert (kept.pot_premium, kept.pot_version) == ("pagat", "treffpunkt")
