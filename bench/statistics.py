"""The statistics of a club with very many hands: a page's grouped sums against a bare SUM over the same hands."""

import time
import uuid
from functools import cache

from bench.ratio import Measurement, build_stopwatch, measure_ratios
from bench.verify import HANDS, fill_tables

TABLES, COPIES = 40, 24
RATIO, MILLISECONDS = 4.0, 0.6


def measure_players(*, quick: bool) -> Measurement:
    """Compare all players with all their roles with adding up four columns of every hand."""
    fill_club(COPIES // 8 if quick else COPIES)
    ours, theirs = (build_stopwatch(work, time.process_time) for work in (load_players, _load_bare))
    return Measurement("all players, against a bare SUM of the hands", measure_ratios(9, ours, theirs), RATIO)


def measure_hand(*, quick: bool) -> Measurement:
    """Measure the milliseconds of the processor for adding up one hand, as the first time and after each change."""
    hands = fill_club(COPIES // 8 if quick else COPIES)
    from scoring.book.sums.counts import delete_counts, update_counts
    from tarockclub.platform.accounts.persons import load_first_club

    club = load_first_club()

    def add_up_all() -> None:
        delete_counts(club.pk)
        update_counts(club, patience=None)

    ratios = measure_ratios(2, build_stopwatch(add_up_all, time.process_time), lambda: hands / 1000)
    return Measurement("adding up a hand, in milliseconds", ratios, MILLISECONDS)


def load_players() -> None:
    from scoring.reports.statistics.filters import Scope, StatisticsFilter, list_filter_tables
    from scoring.reports.statistics.players import list_player_links
    from tarockclub.platform.accounts.persons import load_first_club
    from tarockclub.platform.privacy.readers import INSIDE

    club = load_first_club().pk
    list_player_links(Scope(club, list_filter_tables(club, StatisticsFilter()), "de", INSIDE))


def _load_bare() -> None:
    from django.db import connection

    sums = ", ".join(f"SUM(written{place})" for place in range(4))
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT {sums} FROM scoring_deal JOIN scoring_entry ON scoring_entry.id = entry_id")
        cursor.fetchall()


@cache
def fill_club(copies: int) -> int:
    """Play a few tables, copy each so many times, and add everything up; return the number of hands."""
    fill_tables(TABLES)
    from django.db import transaction

    from scoring.book.sums.counts import update_counts
    from scoring.models import Deal, GameTable
    from tarockclub.platform.accounts.persons import load_first_club

    sources = list(GameTable.objects.order_by("pk")[:TABLES])
    with transaction.atomic():
        for number in range(copies):
            for source in sources:
                _copy_table(source, number)
    update_counts(load_first_club(), patience=None)
    return max(Deal.objects.count(), TABLES * HANDS)


def _copy_table(source: object, number: int) -> None:
    """Let another table have played what one has, with people of its own."""
    from bench.export_filled import copy_hands
    from scoring.models import GameTable, Seated, Sitting
    from tarockclub.platform.accounts.persons import find_or_create_person, load_first_club

    table = GameTable.objects.get(pk=source.pk)  # type: ignore[attr-defined]
    table.pk, table.slug, table.start_key, table._state.adding = None, uuid.uuid4(), str(uuid.uuid4()), True
    table.save()
    for place in range(4):
        person = find_or_create_person(load_first_club(), f"Spieler {4 * number + place}")
        Seated.objects.create(sitting=Sitting.objects.create(table=table, place=place), person=person)
    copy_hands(source, table)
