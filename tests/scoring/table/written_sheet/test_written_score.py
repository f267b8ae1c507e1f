"""A sheet that takes less of a kontra in the Schrift: the page shows the Schrift, and the money beside it."""

import pytest

from scoring.book.ledger.entries import Outcome
from scoring.book.ledger.services import record_hand
from scoring.table.written_sheet.selectors import build_scored_line, load_table_view
from tarockclub.platform.privacy.readers import INSIDE
from tests.scoring.support.pages import open_table_page
from tests.scoring.support.tables import new_table
from tests.support.phones import Client

pytestmark = pytest.mark.django_db
SUBKONTRA = {"plays": [{"contract": "rufer", "declarer": 0, "partner": 2, "result": "won", "kontra": 8}]}
PLAIN = {"plays": [{"contract": "dreier", "declarer": 1, "result": "won"}]}


def play_table(sheet, *hands):
    table, previous = new_table(sheet), ""
    for number, hand in enumerate(hands):
        written = record_hand(table.slug, f"k{number}", previous, hand)
        assert written.outcome is Outcome.SAVED
        previous = f"k{number}"
    return table


def test_the_sheet_and_the_cards_show_the_written_score_and_the_money_stands_below():
    table = play_table("skoty", SUBKONTRA, PLAIN)
    view = load_table_view(table, INSIDE)
    assert [player.total // 6 for player in view.totals] == [2 - 5, -2 + 15, 2 - 5, -2 - 5]
    assert [total // 6 for total in view.money] == [8 - 5, -8 + 15, 8 - 5, -8 - 5]
    assert [cell.total // 6 for cell in view.rows[0].cells if cell is not None] == [2, -2, 2, -2]
    assert [amount // 6 for _, amount in view.rows[0].money] == [8, -8, 8, -8]
    assert view.rows[1].money == ()
    text = open_table_page(Client(headers={"accept-language": "de"}), table).text
    assert "Geld: Anna +8, Berta −8" in " ".join(text.split())


def test_where_both_are_the_same_no_money_is_shown():
    view = load_table_view(play_table("standard", SUBKONTRA), INSIDE)
    assert view.money == ()
    assert [player.total // 6 for player in view.totals] == [8, -8, 8, -8]


def test_a_note_says_whose_negative_game_it_is_and_against_whom():
    piccolo = {"plays": [{"contract": "piccolo", "declarer": 1, "result": "won", "kontra": {"3": 2}}]}
    view = load_table_view(play_table("treffpunkt", piccolo), INSIDE)
    german, english = (build_scored_line(view.book.played[0], view.seats, language) for language in ("de", "en"))
    assert german is not None
    assert english is not None
    assert german.notes[-1].text.startswith("Berta gegen Dora: Piccolo gewonnen")
    assert english.notes[0].text.startswith("Berta against Anna: Piccolo won")


def test_after_a_renonce_each_line_says_who_gets_what():
    renonce = {
        "plays": [{"contract": "dreier", "declarer": 1}],
        "premiums": [{"premium": "pagat", "side": "declarer", "announced": True}],
        "renonce": {"seat": 2, "claims": {"0": 2}},
    }
    view = load_table_view(play_table("treffpunkt", renonce), INSIDE)
    told = build_scored_line(view.book.played[0], view.seats, "de")
    assert told is not None
    notes = [note.text for note in told.notes]
    assert notes[0].endswith("Anna +5, Berta +15, Cilli −25, Dora +5")
    assert notes[1].endswith("Anna +2, Berta +6, Cilli −10, Dora +2")
    assert told.story == "Dreier · Berta · Pagat angesagt · Renonce: Cilli · Anna fordert 2"
