"""Hands at the tables of a round, for tests of the desk."""

from django.urls import reverse

from scoring.book.ledger.services import record_hand
from scoring.book.table_clock import IN_TIME
from scoring.models import HeldHand
from tarockclub.kit.time_source import now
from tests.scoring.support.tables import Record, last_key, new_key
from tests.tournaments.hall.clock.rounds import table_at
from tournaments.core.acts import Kind
from tournaments.models import Act, Round, Tournament


def at(name: str, round_: Round, **more: int) -> str:
    """The address of a page of a round."""
    return reverse(name, kwargs={"slug": round_.tournament.slug, "number": round_.number, **more})


def normal(declarer: int = 0, partner: int = 1) -> Record:
    """A called game that is won: of each of the others 1 point, that is 1.00 of play money."""
    return {"plays": [{"contract": "normalspiel", "declarer": declarer, "partner": partner, "result": "won"}]}


def play(round_: Round, number: int, raw: Record | None = None, phase: str = IN_TIME) -> None:
    """Record the next hand of a table, in time unless said otherwise."""
    table = table_at(round_, number).game_table
    written = record_hand(table.slug, new_key(), last_key(table), raw or normal(), phase=phase)
    assert written.entry is not None, written


def write_acts(round_: Round, *kinds: Kind) -> None:
    """Acts about the result of a round, as if it had been published, or prizes chosen by it."""
    for number, kind in enumerate(kinds, 1000):
        said = {"sequence": number, "key": str(number), "kind": kind, "said": '{"of":2}', "at": now()}
        Act.objects.create(tournament=round_.tournament, round=round_, **said)
    Tournament.objects.filter(pk=round_.tournament_id).update(version=2000)


def hold(round_: Round, number: int, why: str = HeldHand.Why.TIME) -> HeldHand:
    """A hand that came too late."""
    table = table_at(round_, number).game_table
    kept = {"key": new_key(), "body_digest": "", "seats": "", "fields": "{}"}
    return HeldHand.objects.create(table=table, why=why, at=now(), entered=now(), **kept)
