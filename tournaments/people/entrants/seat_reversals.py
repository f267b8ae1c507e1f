"""The way back of actions on a seat: a substitute or a late entrant takes it, or a table goes on without it."""

from typing import Any

from django.conf import settings
from django.utils.translation import gettext as _
from django.utils.translation import override

from scoring.book.ledger.book import Book
from scoring.book.ledger.entries import Outcome
from scoring.models import Entry, GameTable
from scoring.table.corrections import changes
from scoring.table.corrections.changes import Change
from scoring.table.corrections.services import write_change
from tarockclub.kit.time_source import now
from tournaments.core.actions.base import Action
from tournaments.core.actions.reversals import (
    UndoStep,
    is_about,
    list_book_lines,
    list_later_acts,
    must_be_last,
    must_not_be_over,
)
from tournaments.core.acts import ActionRefused, Kind, parse_content
from tournaments.models import Act, Entrant, Presence, RoundTable

SEAT_KINDS = (Kind.SUBSTITUTE, Kind.SEATED_LATE, Kind.SEAT_CLOSED, Kind.MOVED)


class SeatAction(Action):
    """Somebody takes a seat at a table, or it is closed; it is taken back by striking its line in the book."""

    @classmethod
    def check_undo(cls, step: UndoStep) -> None:
        """Refuse it where the table is done, or something has followed there, or was paid or decided for the seat."""
        must_not_be_over(step)
        later_acts = list_later_acts(step.act, SEAT_KINDS).filter(round=step.act.round)
        numbers, former = _list_table_numbers(step.act), parse_content(step.act).get("gone")
        must_be_last(
            later_act
            for later_act in later_acts
            if numbers & _list_table_numbers(later_act)
            or any(
                former and is_about(later_act, name, [former]) for name in ("entrant", "came")
            )  # has another seat now
        )
        for table in _find_tables(step):
            if table.done is not None:
                raise ActionRefused("table_done")
            if not Entry.objects.filter(table=table.game_table_id, key=step.act.key).exists():
                raise ActionRefused("cannot_undo")  # the tables were made again
            if step.act.kind != Kind.SUBSTITUTE:
                played = list_book_lines(RoundTable.objects.filter(pk=table.pk)).filter(entry__at__gt=step.act.at)
                if first := played.exclude(entry__kind=Entry.Kind.SEATING).order_by("entry__at").first():
                    raise ActionRefused("hands_since", table=table.number, at=first.entry.at)
        content = parse_content(step.act)
        if (
            _is_entered_by_seat(content)
            and Presence.objects.filter(round=step.act.round, entrant=content["came"], paid__gt=0).exists()
        ):
            raise ActionRefused("fee_paid")
        if _is_entered_by_seat(content):
            _must_pay_for_nobody(step, content["came"])

    @classmethod
    def take_back(cls, step: UndoStep) -> dict[str, Any]:
        """Strike the line in which the seat was taken: its hands belong to the replaced player again."""
        content = parse_content(step.act)
        for table in _find_tables(step):
            _strike_line(step, table.game_table)
        was = content.get("was", {})
        for name in ("gone", "came"):
            if state := was.get(name):
                Presence.objects.filter(round=step.act.round, entrant=content[name]).update(state=state)
        if _is_entered_by_seat(content):
            Presence.objects.filter(round=step.act.round, entrant=content["came"]).delete()
        if content.get("new"):  # they took part only because of this
            Entrant.objects.filter(pk=content["came"]).update(withdrawn=now())
        return {}


def _must_pay_for_nobody(step: UndoStep, entrant: int) -> None:
    """Refuse to leave the fee of another player unpaid, if this entrant has taken it over."""
    later = list_later_acts(step.act, (Kind.DEBT,)).filter(round=step.act.round)
    decided = {parse_content(later_act)["entrant"]: later_act for later_act in later}
    moved = Presence.objects.filter(round=step.act.round, debt=Presence.Debt.MOVED).values_list("entrant", flat=True)
    must_be_last(decided[owing] for owing in moved if owing in decided and is_about(decided[owing], "payer", [entrant]))


def _is_entered_by_seat(content: dict[str, Any]) -> bool:
    """Return whether a substitute is in the round only by taking the seat."""
    return "was" in content and "came" in content["was"] and content["was"]["came"] is None


def _list_table_numbers(act: Act) -> set[int]:
    """Return the tables of an act: one, or two where somebody has moved."""
    content = parse_content(act)
    number = act.table.number if act.table is not None else content.get("table", 0)
    return {number, content.get("from", number)}


def _find_tables(step: UndoStep) -> list[RoundTable]:
    numbers = _list_table_numbers(step.act)
    tables = RoundTable.objects.select_related("game_table", "round").filter(round=step.act.round, number__in=numbers)
    if len(tables) < len(numbers):
        raise ActionRefused("cannot_undo")
    return list(tables)


def _strike_line(step: UndoStep, table: GameTable) -> None:
    """Strike the line that the act has written into a book, unless it was struck already."""
    line = Entry.objects.filter(table=table, key=step.act.key).values_list("deal_number", flat=True).first()
    if line is None:
        raise ActionRefused("cannot_undo")

    def ask(book: Book) -> Change:
        return changes.strike_line(line)(book)

    sequence = GameTable.objects.values_list("last_sequence", flat=True).get(pk=table.pk)
    sent, who = {"undo": step.act.sequence}, step.who._replace(directs=True)
    with override(settings.LANGUAGE_CODE):
        reason = step.reason or _("Undone")
    written = write_change(table, step.key, sequence, ask, reason, sent=sent, who=who)
    is_struck = any(problem.code == "already_struck" for problem in written.problems)
    if written.outcome is not Outcome.SAVED and not is_struck:
        raise ActionRefused("book_changed")
