"""Tournaments of tests, made quickly through the services: people, rounds, tables with players seated."""

import json
import uuid
from collections.abc import Sequence
from datetime import date
from typing import Any

from django.db import transaction

from tarockclub.kit.time_source import now
from tarockclub.models import Club
from tarockclub.platform.accounts.persons import load_first_club
from tests.tournaments.support import acts
from tournaments.core import selectors
from tournaments.core.settings import Settings
from tournaments.hall.rounds.game_tables import open_tables
from tournaments.hall.setup.services import create_tournament
from tournaments.models import Draw, Entrant, Presence, Round, RoundTable, Tournament
from tournaments.people.name_lists.candidates import Newcomer

DAY = date(2026, 1, 6)


def new_key() -> str:
    """A key as a page makes one."""
    return str(uuid.uuid4())


def tournament(club: Club | None = None, name: str = "Dreikönigsturnier", **settings: Any) -> Tournament:
    """A tournament that is being prepared, with these settings and otherwise those of the sheet; of any length."""
    return create_tournament(new_key(), club or load_first_club(), name, DAY, Settings(**{"rounds": 0} | settings))


def people(of: Tournament, count: int) -> list[Entrant]:
    """So many people more that take part: "Spieler 1" and so on, in order of their start numbers."""
    first = Entrant.objects.filter(tournament=of).count() + 1
    return enter_people(of, *(f"Spieler {number}" for number in range(first, first + count)))


def enter_people(of: Tournament, *names: str) -> list[Entrant]:
    """People of these names more that take part, in the same order."""
    acts.enter(of.pk, new_key(), [Newcomer(name) for name in names])
    last = list(Entrant.objects.filter(tournament=of).select_related("person").order_by("number"))
    return last[len(last) - len(names) :]


def round_(of: Tournament, entrants: Sequence[Entrant] | int | None = None) -> Round:
    """The next round, opened and entered by these (a number: the first so many; none: everybody)."""
    opened: Round = acts.open_round(of, new_key())
    there = list(Entrant.objects.filter(tournament=of, withdrawn=None).order_by("number"))
    chosen = there if entrants is None else there[:entrants] if isinstance(entrants, int) else list(entrants)
    acts.change_entries(opened, new_key(), [entrant.pk for entrant in chosen])
    return opened


def make_entered_round(count: int, *, only: int | None = None, **settings: Any) -> tuple[Tournament, Round]:
    """A tournament of so many people, and its first round, which all of them have entered, or the first so many."""
    of = tournament(**settings)
    people(of, count)
    return of, round_(of, only)


def draw_tables(of: Round, tables: Sequence[Sequence[Entrant]] | None = None) -> list[RoundTable]:
    """The tables of a round, as if its draw had been published: these, or fours in order of start numbers.

    Without the draw itself, whose tests are its own; the first place of each table deals first.
    """
    if tables is None:
        here = Presence.objects.filter(round=of, state=Presence.State.IN, entrant__withdrawn=None)
        tables = in_fours([presence.entrant for presence in here.select_related("entrant").order_by("entrant__number")])
    seating = json.dumps([[entrant.pk for entrant in table] for table in tables])
    with transaction.atomic():
        of.draw = Draw.objects.create(
            round=of,
            number=of.draws.count() + 1,
            way=Draw.Way.TYPED,
            made_from="{}",
            seating=seating,
            dealers=json.dumps([0] * len(tables)),
            at=now(),
        )
        of.save(update_fields=["draw"])
        row = Tournament.objects.get(pk=of.tournament_id)
        open_tables(row, of, of.draw)
    return list(RoundTable.objects.filter(round=of).select_related("game_table").order_by("number"))


def in_fours(entrants: Sequence[Entrant]) -> list[list[Entrant]]:
    """Tables of four one after the other; whoever is left over makes fives of the first ones."""
    count = max(1, len(entrants) // 4)
    tables = [list(entrants[4 * at : 4 * at + 4]) for at in range(count)]
    for at, entrant in enumerate(entrants[4 * count :]):
        tables[at].append(entrant)
    return tables


def whole(count: int = 8, **settings: Any) -> tuple[Tournament, Round, list[RoundTable]]:
    """A tournament of so many people whose first round is drawn and not started."""
    of, first = make_entered_round(count, **settings)
    tables = draw_tables(first)
    return selectors.find_tournament(of.slug), first, tables
