"""Drafts of a draw, each a row of its own that remains, and the tables that one of them lays; within acts."""

import json
from collections.abc import Collection, Sequence
from datetime import UTC, datetime
from hashlib import sha256

from django.db.models import F, Q

from scoring.book.table_clock import CLOCK_DONE, PlayTime, encode_clock
from scoring.models import GameTable
from tarockclub.kit.time_source import now
from tournaments.core.actions.base import list_kinds
from tournaments.core.acts import ActionRefused, Kind, parse_content
from tournaments.core.settings import parse_settings
from tournaments.hall.draw.history import is_hoch_dealer, list_separations, load_earlier_rounds
from tournaments.hall.draw.values import DrawInput, DrawTable, encode_input, encode_tables
from tournaments.hall.rounds.game_tables import NewTable, lay_tables
from tournaments.models import Act, Draw, Entrant, Round, RoundTable, Tournament
from tournaments.people.entrants.selectors import format_start_numbers, list_present

SEED_LENGTH = 32  # hexadecimal digits


def find_draft(round_: Round, number: int) -> Draw:
    """Return a draft of a round by its number; ActionRefused("no_draft")."""
    draft = Draw.objects.filter(round=round_, number=number).first()
    if draft is None:
        raise ActionRefused("no_draft")
    return draft


def find_made_draft(act: Act) -> Draw:
    """Return the draft that an act has made."""
    return Draw.objects.get(round=act.round_id, number=parse_content(act)["draw"])


def must_not_have_started(here: Round) -> None:
    """Refuse changes to the tables of a round that is played, or over."""
    if here.started is not None or here.closed is not None:
        raise ActionRefused("round_started")


def compute_seed(tournament: Tournament, round_: Round, number: int) -> str:
    """Return the seed of a draft: it follows from the tournament's own, so that nobody can choose it."""
    text = f"{tournament.seed}/{round_.number}/{number}"
    return sha256(text.encode()).hexdigest()[:SEED_LENGTH]


def build_draw_input(row: Tournament, here: Round, players: Sequence[int], seed: str) -> DrawInput:
    """Build the input of a draw of this round from the present state."""
    first = Draw.objects.filter(round__tournament=row, round__number__lt=here.number, pk__in=_list_published(row))
    seeds = [seed for seed in first.order_by("round__number").values_list("seed", flat=True) if seed]
    return DrawInput(
        tuple(players),
        int(seed or "0", 16),
        load_earlier_rounds(row, here.number),
        list_separations(row, here.number),
        int(seeds[0], 16) if seeds else 0,
        parse_settings(row.settings).rounds,
    )


def _list_published(row: Tournament) -> list[int]:
    return [draw for draw in row.rounds.values_list("draw", flat=True) if draw is not None]


def save_draft(
    row: Tournament, here: Round, way: Draw.Way, draw: DrawInput, tables: tuple[DrawTable, ...], seed: str
) -> Draw:
    """Save a draft with the next number; nothing is changed by it."""
    seating, dealers = encode_tables(tables, hoch_deals=is_hoch_dealer(row))
    return Draw.objects.create(
        round=here,
        number=here.draws.count() + 1,
        way=way,
        seed=seed,
        made_from=encode_input(draw),
        seating=seating,
        dealers=dealers,
        at=now(),
    )


_LONG_AGO = datetime.fromtimestamp(0, UTC)  # no hand was entered before that
TableSeating = tuple[list[int], int]  # entrants' ids in playing order, the place of the first dealer


def lay_instead(row: Tournament, here: Round, draw: Draw | None) -> tuple[int, int]:
    """Replace the laid tables by those of a draw, or by none, within an act: how many stay, and are new."""
    untouched = _take_away(here, draw)
    laid = _lay(row, here, draw, untouched)
    here.draw = draw
    here.save(update_fields=["draw"])
    before = GameTable.objects.filter(round_table__round__tournament=row, round_table__round__number=here.number - 1)
    before.update(news=F("news") + 1)  # phones that lie there say where each of the players sits next
    return len(untouched), laid


def must_be_replaceable(here: Round, draw: Draw | None) -> None:
    """Refuse what `lay_instead` refuses, and write nothing; ActionRefused("round_started", "tables_written")."""
    _split_laid_tables(here, draw)


def must_all_be_here(here: Round, draw: Draw, *, without: bool) -> None:
    """Refuse a draft that seats somebody who does not play, or not everybody who does, unless `without` allows that."""
    drawn, present = {player for table in json.loads(draw.seating) for player in table}, set(list_present(here))
    for code, players in (("somebody_gone", drawn - present), ("not_in_draft", set() if without else present - drawn)):
        if players:
            raise ActionRefused(code, numbers=format_start_numbers(players))


def _take_away(here: Round, draw: Draw | None) -> set[int]:
    """Take away the tables that another draw had laid, and return the numbers of those that remain as they are.

    An empty game table is kept, like every record; its clock accepts no hand, and a late hand does not wait there for a
    director who would not see it: it remains on its phone.
    """
    untouched, away = _split_laid_tables(here, draw)
    take_tables_away(away)
    return untouched


def take_tables_away(away: Collection[RoundTable]) -> None:
    """Take tables away whose players sit elsewhere, within an act."""
    games = GameTable.objects.filter(pk__in=[table.game_table_id for table in away])
    games.update(clock=encode_clock(PlayTime(ends=_LONG_AGO, stands=CLOCK_DONE)), news=F("news") + 1)
    # Those with acts keep their rows and get new game tables.
    RoundTable.objects.filter(pk__in=[table.pk for table in away], acts=None).delete()


def _split_laid_tables(here: Round, draw: Draw | None) -> tuple[set[int], list[RoundTable]]:
    """Return the numbers of the tables that stay for a draw, and the tables that do not."""
    old, new = _build_seatings(here.draw), _build_seatings(draw)
    tables = RoundTable.objects.filter(round=here).select_related("game_table")
    untouched = {
        table.number
        for table in tables
        if table.number in new and old.get(table.number) == new[table.number] and not table.game_table.last_sequence
    }
    away = [table for table in tables if table.number not in untouched]
    if any(table.done or table.called for table in away):
        raise ActionRefused("round_started")
    kinds = [*list_kinds(lambda cls: cls.spec.before_play), Kind.UNDONE]
    acts = (
        Act.objects.filter(table__in=away)
        .exclude(Q(kind__in=kinds) | ~Q(undone_by=None), table__number__in=new)
        .order_by("table__number")
    )
    if written := list(dict.fromkeys(acts.values_list("table__number", flat=True))):
        raise ActionRefused("tables_written", numbers=", ".join(map(str, written)))
    return untouched, away


def _build_seatings(draw: Draw | None) -> dict[int, TableSeating]:
    if draw is None:
        return {}
    seated = zip(json.loads(draw.seating), json.loads(draw.dealers), strict=True)
    return {number: (table, dealer) for number, (table, dealer) in enumerate(seated, 1)}


def _lay(row: Tournament, here: Round, draw: Draw | None, kept: set[int]) -> int:
    """Lay the missing tables, also those of which only the acts remain; return their number."""
    persons = dict(Entrant.objects.filter(tournament=row).values_list("pk", "person"))
    new = {number: laid for number, laid in _build_seatings(draw).items() if number not in kept}
    tables_laid = {table.number: table for table in RoundTable.objects.filter(round=here)}
    tables = (
        NewTable(number, [persons[entrant] for entrant in table], dealer, tables_laid.get(number))
        for number, (table, dealer) in new.items()
    )
    return len(lay_tables(row, here, list(tables)))
