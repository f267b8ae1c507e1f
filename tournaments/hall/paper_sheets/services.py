"""Entering results from paper: whole sheets hand by hand, or the totals of a table; once for each key."""

from typing import Any

from django.utils.translation import gettext as _

from scoring.book.ledger.book import Book, load_book
from scoring.book.ledger.codec import HANDS
from scoring.book.ledger.entries import Outcome, WriteResult
from scoring.book.ledger.services import record_hand
from scoring.book.ledger.sql import lock_table
from scoring.engine.evening.course import EndTotals
from scoring.engine.hand.record import print_record
from scoring.models import PLACES, Deal, Entry, GameTable
from scoring.table.corrections import changes
from scoring.table.corrections.services import write_change
from tarockclub.platform.accounts.actors import ANONYMOUS, Actor
from tournaments.core.acts import TOURNAMENTS, ActionRefused, Command, Kind
from tournaments.hall.paper_sheets.sheet import MOST_LINES, compute_lines
from tournaments.hall.paper_sheets.typed_line import HAND, VOID, TypedLine
from tournaments.models import Act, RoundTable, Tournament

MOST_IN_THE_BOX = 1_000_000  # cents


def enter_sheet(table: RoundTable, key: str, previous: str, texts: list[str], who: Actor = ANONYMOUS) -> Act:
    """Enter a sheet hand by hand, all of its lines or none; `previous`: the key of the hand before them.

    Raise ActionRefused("table_done", "end_totals_there", "no_lines", "too_many_lines", "stale") or
    ActionRefused("line_wrong", line=…).
    """

    def do(_tournament: Tournament) -> dict[str, Any]:
        game = _lock_table(table)
        if _list_deals(game).filter(entry__kind=Entry.Kind.END_TOTALS).exists():
            raise ActionRefused("end_totals_there")
        if not texts or len(texts) > MOST_LINES:
            raise ActionRefused("too_many_lines" if texts else "no_lines", most=MOST_LINES)
        book = load_book(game)
        if game.last_key != previous:
            raise ActionRefused("stale")
        lines = compute_lines(texts, book.now, book.sheet)
        wrong = next((at for at, line in enumerate(lines, 1) if not line.is_right), 0)
        if wrong:
            raise ActionRefused("line_wrong", line=wrong)
        for at, line in enumerate(lines, 1):
            if line.line is not None:
                _write_line(game, f"{key}-{at}", line.line, who._replace(directs=True), at)
        return {"lines": len(lines)}

    return TOURNAMENTS.act(
        table.round.tournament_id,
        Command(key, Kind.PAPER, [previous, texts], who, round=table.round, table=table),
        do,
    )


def enter_end_totals(
    table: RoundTable,
    key: str,
    amounts: tuple[int, ...],
    replacements: tuple[int, ...] = (),
    who: Actor = ANONYMOUS,
    *,
    written: tuple[int, ...] | None = None,
    hands: int | None = None,
    box: int | None = None,
) -> Act:
    """Enter the totals of a table: sixths and replacements of capital by place; a second call replaces the first.

    `written`: the written score, where kontra makes it differ from the money; `hands`: the number of hands played;
    `box`: cents that the table put into the donation box, None if not counted. Raise ActionRefused("table_done",
    "hands_there", "not_written", "no_amount").
    """
    six, replaced = _pad_places(amounts), _pad_places(replacements)
    on_paper = six if written is None else _pad_places(written)

    def do(_tournament: Tournament) -> dict[str, Any]:
        game = _lock_table(table)
        if _list_deals(game).filter(entry__kind__in=(*HANDS, Entry.Kind.VOID)).exists():
            raise ActionRefused("hands_there")
        line, _there = find_end_totals(load_book(game))
        ask = changes.enter_end_totals(six, replaced, line, written=on_paper, hands=hands, box=box)
        written = write_change(
            game, key, game.last_sequence, ask, _("from the paper sheet"), sent=sent, who=who._replace(directs=True)
        )
        return {"entry": _check_saved(written, 0).sequence}

    sent: list[Any] = [list(six), list(replaced)]
    if on_paper != six or hands is not None:
        sent += [list(on_paper), hands]
    if box is not None:
        if not 0 <= box <= MOST_IN_THE_BOX:
            raise ActionRefused("no_amount")
        sent.append({"box": box})
    asked = Command(key, Kind.END_TOTALS, sent, who, round=table.round, table=table)
    return TOURNAMENTS.act(table.round.tournament_id, asked, do)


def _pad_places(values: tuple[int, ...]) -> tuple[int, ...]:
    """Return the values, filled up with zeros to all places of a table."""
    return tuple((*values, *[0] * PLACES)[:PLACES])


def find_end_totals(book: Book) -> tuple[int, EndTotals | None]:
    """Return the number and content of the book line with the table's totals; (0, None) if there is none."""
    found = [(line.number, line.content) for line in book.played if isinstance(line.content, EndTotals)]
    return found[-1] if found else (0, None)


def _lock_table(table: RoundTable) -> GameTable:
    """Lock the game table and return it as it is now; raise ActionRefused("table_done") if it is done."""
    lock_table(table.game_table_id)
    row = RoundTable.objects.select_related("game_table__sheet_version").get(pk=table.pk)
    if row.done is not None:
        raise ActionRefused("table_done")
    return row.game_table


def _list_deals(game: GameTable) -> Any:
    return Deal.objects.filter(table=game)


def _write_line(game: GameTable, key: str, line: TypedLine, who: Actor, at: int) -> None:
    now = GameTable.objects.select_related("sheet_version").get(pk=game.pk)
    if line.kind == HAND and line.record is not None:
        written = record_hand(now.slug, key, now.last_key, print_record(line.record), who=who, phase=line.phase)
    else:
        ask = changes.void_next_deal() if line.kind == VOID else changes.redeal()
        written = write_change(now, key, now.last_sequence, ask, _("from the paper sheet"), sent=line.kind, who=who)
    _check_saved(written, at)


def _check_saved(written: WriteResult, line: int) -> Entry:
    if written.outcome is Outcome.STALE:
        raise ActionRefused("stale")
    if written.outcome is not Outcome.SAVED or written.entry is None:
        raise ActionRefused("not_written", line=line, problems=written.problems)
    return written.entry
