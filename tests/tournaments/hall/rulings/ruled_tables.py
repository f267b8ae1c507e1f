"""Helpers of the tests of rulings: acts at a table, and readings of it."""

from django.urls import reverse

from scoring.book.ledger.entries import Outcome
from scoring.book.ledger.services import record_hand
from scoring.book.table_clock import decode_clock
from scoring.models import Total
from tournaments.models import RoundTable

DECIDED = "Die Karte gilt als gespielt."


def again(table):
    """The table as it is now."""
    return RoundTable.objects.select_related("round__tournament", "game_table__sheet_version").get(pk=table.pk)


def clock(table):
    """Its clock."""
    return decode_clock(again(table).game_table.clock)


def play_hand(table, key="hand-1", previous=""):
    """A hand at the table: 1 point from two to two."""
    hand = {"plays": [{"contract": "normalspiel", "declarer": 0, "partner": 2, "result": "won"}]}
    written = record_hand(table.game_table.slug, key, previous, hand, phase="time")
    assert written.outcome is Outcome.SAVED, written
    return written.entry


def totals(table):
    """Return the totals of the players, in sixths, by place."""
    rows = Total.objects.filter(sitting__table=table.game_table).order_by("sitting__place")
    return list(rows.values_list("written", flat=True))


def get_sequence(table):
    """The last entry of its book."""
    return again(table).game_table.last_sequence


def page_of(table):
    """The address of the form of its ruling."""
    return reverse("ruling", args=[table.round.tournament.slug, table.round.number, table.number])


def fill_form(**more):
    """A form that is filled in."""
    return {"text": "Gustav zahlt.", "decided_by": "Friederike", "deed": "", "line": "0", "goes_on": "1", **more}
