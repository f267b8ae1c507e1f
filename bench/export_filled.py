"""A tournament with very many hands: a few tables are played as every hand is, the others are their copies."""

import json
import random
import uuid
from datetime import date
from typing import Any

from bench.verify import load_records

ROUNDS, HANDS = 10, 20
PLAYED_HANDS = 3  # tables in each round by the way every hand goes
SHEET = "zwanzigerrufen"


def fill_tournament(hands: int) -> int:
    """Make a tournament with so many hands in ten rounds, and return its id; the database is migrated."""
    from django.db import transaction

    from tarockclub.platform.accounts.persons import load_first_club
    from tournaments.core.settings import Settings
    from tournaments.hall.setup.services import create_tournament
    from tournaments.models import Entrant, Tournament
    from tournaments.people.entrants.entering import EnterPeople
    from tournaments.people.name_lists.candidates import Newcomer

    tables = hands // (ROUNDS * HANDS)
    with transaction.atomic():
        made = create_tournament(
            _create_key(), load_first_club(), f"{hands:,}", date(2026, 1, 6), Settings(rounds=ROUNDS, sheet=SHEET)
        )
        newcomers = [Newcomer(f"Spieler {number} {hands}") for number in range(1, 4 * tables + 1)]
        EnterPeople(newcomers=newcomers).perform(made, _create_key())
        entrants = list(Entrant.objects.filter(tournament=made).order_by("number").values_list("pk", flat=True))
        for number in range(1, ROUNDS + 1):
            chance = random.Random(number)
            chance.shuffle(entrants)
            _play_round(
                Tournament.objects.get(pk=made.pk), [entrants[at : at + 4] for at in range(0, 4 * tables, 4)], chance
            )
    return made.pk


def _create_key() -> str:
    return str(uuid.uuid4())


def _play_round(tournament: Any, seating: list[list[int]], chance: random.Random) -> None:
    """One round: entered, drawn, played."""
    from tarockclub.kit.time_source import now
    from tournaments.hall.rounds.game_tables import open_tables
    from tournaments.hall.setup.actions import OpenRound, find_opened_round
    from tournaments.models import Draw, Round, RoundTable
    from tournaments.people.entrants.actions import ChangeEntries
    from tournaments.people.entrants.fee_actions import PayFees

    round_ = find_opened_round(OpenRound().perform(tournament, _create_key()))
    everybody = [entrant for table in seating for entrant in table]
    ChangeEntries(come=everybody).perform(round_, _create_key())
    PayFees(entrants=everybody).perform(round_, _create_key())
    draw = {"made_from": "{}", "seating": json.dumps(seating), "dealers": json.dumps([0] * len(seating))}
    round_.draw = Draw.objects.create(round=round_, number=1, way=Draw.Way.TYPED, at=now(), **draw)
    round_.started = now()
    round_.save(update_fields=["draw", "started"])
    open_tables(tournament, round_, round_.draw)
    tables = list(RoundTable.objects.filter(round=round_).select_related("game_table").order_by("number"))
    games = [table.game_table for table in tables]
    for table in games[:PLAYED_HANDS]:
        _play(table, chance)
    for at, table in enumerate(games[PLAYED_HANDS:]):
        copy_hands(games[at % PLAYED_HANDS], table)
    Round.objects.filter(pk=round_.pk).update(closed=now())


def _play(table: Any, chance: random.Random) -> None:
    """Play a table as one without a clock."""
    from scoring.book.ledger.services import record_hand
    from scoring.models import GameTable

    GameTable.objects.filter(pk=table.pk).update(clock="")
    previous, possible = "", load_records()[SHEET]
    for number in range(HANDS):
        while not record_hand(table.slug, f"hand-{number}", previous, chance.choice(possible)).entry:
            pass
        previous = f"hand-{number}"


def copy_hands(source: Any, target: Any) -> None:
    """Let a table have played what another one has."""
    from scoring.models import Deal, Entry, GameTable

    entries = list(Entry.objects.filter(table=source).order_by("sequence"))
    for entry in entries:
        entry.pk, entry.table, entry._state.adding = None, target, True
    made = Entry.objects.bulk_create(entries)
    Deal.objects.bulk_create(Deal(table=target, number=entry.deal_number, key=entry.key, entry=entry) for entry in made)
    last = GameTable.objects.get(pk=source.pk)
    same = {name: getattr(last, name) for name in ("last_key", "last_sequence", "state", "head")}
    GameTable.objects.filter(pk=target.pk).update(**same)
