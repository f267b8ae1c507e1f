"""The actions that enter results from paper, whole sheets or the totals of a table, and their forms."""

from typing import Annotated, Any, ClassVar, NamedTuple

from django import forms
from django.db.models import Case, F, Value, When
from django.http import QueryDict
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from pydantic import Field

from scoring.book.ledger.book import Book, load_book
from scoring.book.ledger.codec import HANDS
from scoring.book.ledger.entries import Outcome, WriteResult
from scoring.book.ledger.services import record_hand
from scoring.engine.evening.course import EndTotals, get_written_amounts
from scoring.engine.hand.record import print_record
from scoring.models import PLACES, Deal, Entry, GameTable
from scoring.table.corrections import changes
from scoring.table.corrections.services import write_change
from tarockclub.kit.amounts import format_points
from tarockclub.kit.form_fields import IdField, IdsField, TextField, TickField
from tarockclub.platform.accounts.actors import Actor
from tarockclub.platform.accounts.rights import Right
from tournaments.core.actions.base import ID_RANGE, Action, Input, Operation, Spec, action
from tournaments.core.actions.names import ActNames, Content
from tournaments.core.actions.targets import BOOK, ROUND, Here
from tournaments.core.acts import ActionRefused, Kind
from tournaments.core.messages import PAPER
from tournaments.core.view_helpers import ActionForm
from tournaments.hall.desk.actions import is_begun
from tournaments.hall.paper_sheets.shorthand import HAND, MOST_LINES, VOID, TypedLine, compute_lines
from tournaments.models import RoundTable

MOST_IN_THE_BOX = 1_000_000  # cents
MOST_TABLES = 1_000  # of a round
_Number = Annotated[int, ID_RANGE]
_Sixths = Annotated[int, Field(ge=-(2**63 - 1), le=2**63 - 1)]


@action(
    Spec(
        kind=Kind.PAPER,
        operations=(Operation(BOOK, "paper-sheet", "enter_paper_sheet"),),
        right=Right.ENTER,
        words=_("a paper sheet was entered"),
        area=PAPER,
        schema=("PaperSheet", "A paper sheet hand by hand, in the shorthand of quick entry."),
    )
)
class EnterSheet(Action):
    """Enter a paper sheet hand by hand, all of its lines or none."""

    previous: Annotated[str, Input(refusal="stale")] = Field(
        max_length=64, description="Key of the hand that they follow; empty before the first."
    )
    lines: Annotated[list[str], Field(min_length=1, max_length=100), Input(refusal="no_lines")]
    refusals: ClassVar = {
        "end_totals_there": _(
            "The final totals of this table have already been entered: hand by hand they would count twice."
        ),
        "no_lines": _("There are no lines to enter."),
        "too_many_lines": _("At most %(most)s lines at once."),
        "line_wrong": _("Line %(line)s is not right yet: nothing was entered."),
    }

    def carry_out(self, here: Here) -> dict[str, Any]:
        """Write them one by one; "stale" or "line_wrong" with the first one that is not right."""
        game = _get_open_table(here)
        if _has_entries(game, Entry.Kind.END_TOTALS):
            raise ActionRefused("end_totals_there")
        if len(self.lines) > MOST_LINES:
            raise ActionRefused("too_many_lines", most=MOST_LINES)
        book = load_book(game)
        if game.last_key != self.previous:
            raise ActionRefused("stale")
        lines = compute_lines(self.lines, book.now, book.sheet)
        wrong = next((position for position, line in enumerate(lines, 1) if not line.is_right), 0)
        if wrong:
            raise ActionRefused("line_wrong", line=wrong)
        for number, line in enumerate(lines, 1):
            if line.line is not None:
                _write_line(game, f"{here.key}-{number}", line.line, here.who._replace(directs=True), number)
        return {"lines": len(lines)}

    @classmethod
    def say(cls, content: Content, _names: ActNames) -> str:
        """Return how many lines it had."""
        return gettext("a paper sheet was entered, lines: %(lines)s") % {"lines": content["lines"]}


@action(
    Spec(
        kind=Kind.END_TOTALS,
        operations=(Operation(BOOK, "end-totals", "enter_table_totals"),),
        right=Right.ENTER,
        words=_("final totals were entered"),
        area=PAPER,
        schema=("OnPaper", "The final totals of a table from paper; sixths of a point by place, sum 0."),
    )
)
class EnterTotals(Action):
    """Enter the final totals of a table from paper; a second request replaces them.

    Without `written` the written score is the money.
    """

    amounts: list[_Sixths] = Field(min_length=4, max_length=6)
    replacements: list[_Number] = Field(default=[], max_length=6, description="Replacements of capital, by place.")
    written: list[_Sixths] | None = Field(
        default=None, min_length=4, max_length=6, description="The written score, if it is different."
    )
    hands: _Number | None = Field(default=None, description="Number of hands played.")
    box_cents: _Number | None = Field(
        default=None, le=MOST_IN_THE_BOX, description="The amount the table really put into the donation box."
    )
    seen: _Number | None = Field(
        default=None, description="The last entry of the book that was shown; other totals since then are refused."
    )
    refusals: ClassVar = {
        "typed_meanwhile": _("Somebody else has typed meanwhile: %(totals)s. Save again if yours is right."),
        "hands_there": _("Hands have already been entered at this table: the final totals would count twice."),
    }

    def list_sent(self) -> object:
        """Return the money and replacements of all places, and what else was said."""
        money, written = _pad_places(self.amounts), self._pad_written()
        sent: list[Any] = [money, _pad_places(self.replacements)]
        if written != money or self.hands is not None:
            sent += [written, self.hands]
        return sent if self.box_cents is None else [*sent, {"box": self.box_cents}]

    def carry_out(self, here: Here) -> dict[str, Any]:
        """Write them as one line of the book; "typed_meanwhile", "hands_there", "not_written" with the problems."""
        if self.seen not in (None, here.table.game_table.last_sequence):
            book, can_repeat = load_book(here.table.game_table), here.table.done is None
            _must_be_equal(book, self._pad_written(), can_repeat=can_repeat)
        game = _get_open_table(here)
        if _has_entries(game, *HANDS, Entry.Kind.VOID):
            raise ActionRefused("hands_there")
        line, _there = find_end_totals(load_book(game))
        request = changes.enter_end_totals(
            _pad_places(self.amounts),
            _pad_places(self.replacements),
            line,
            written=self._pad_written(),
            hands=self.hands,
            box=self.box_cents,
        )
        reason, who = here.reason or gettext("from the paper sheet"), here.who._replace(directs=True)
        written = write_change(game, here.key, game.last_sequence, request, reason, sent=self.list_sent(), who=who)
        return {"entry": _check_saved(written, 0).sequence}

    def _pad_written(self) -> tuple[int, ...]:
        return _pad_places(self.amounts if self.written is None else self.written)


@action(
    Spec(
        kind=Kind.ON_PAPER,
        operations=(Operation(ROUND, "paper", "set_paper_tables"),),
        right=Right.ENTER,
        words=_("which tables play on paper"),
        area=PAPER,
        is_repeatable=False,
        schema=("PaperTables", "The tables of a round that play on paper."),
    )
)
class PlayOnPaper(Action):
    """Say which tables of a round play on paper.

    Nothing is expected from their phones, and the totals that are typed are the count of their chips.
    """

    tables: list[_Number] = Field(max_length=MOST_TABLES, description="Their numbers; all others play with phones.")

    def carry_out(self, here: Here) -> dict[str, Any]:
        """Mark them, and those of the others; "closed", "no_such_table"."""
        if here.round.closed is not None:
            raise ActionRefused("closed")
        own = RoundTable.objects.filter(round=here.round)
        unknown = set(self.tables) - set(own.values_list("number", flat=True))
        if unknown:
            raise ActionRefused("no_such_table", table=min(unknown))
        own.update(paper=Case(When(number__in=self.tables, then=Value(value=True)), default=Value(value=False)))
        GameTable.objects.filter(round_table__in=own).update(news=F("news") + 1)
        return {"tables": sorted(set(self.tables))}

    @classmethod
    def say(cls, content: Content, _names: ActNames) -> str:
        """Return which tables they are."""
        numbers = ", ".join(map(str, content["tables"]))
        return (
            gettext("on paper: tables %(numbers)s") % {"numbers": numbers} if numbers else gettext("no table on paper")
        )


@action(
    Spec(
        kind=Kind.CHECKED,
        operations=(Operation(BOOK, "end-totals-again", "check_table_totals"),),
        right=Right.ENTER,
        words=_("final totals were typed again, and are equal"),
        area=PAPER,
        schema=("PaperAgain", "The final totals of a table, typed a second time; sixths of a point by place."),
    )
)
class CheckTotals(Action):
    """Compare the final totals of a table with those that somebody else reads from the paper; nothing is changed."""

    amounts: list[_Sixths] = Field(min_length=4, max_length=6, description="The written score.")
    refusals: ClassVar = {
        "totals_differ": _("Typed before: %(totals)s. Look at the sheet again: one of the two is wrong."),
        "no_totals": _("The totals of this table have not been typed yet."),
    }

    def carry_out(self, here: Here) -> dict[str, Any]:
        """Note that they are equal; "totals_differ", "no_totals"."""
        book = load_book(here.table.game_table)
        if find_end_totals(book)[1] is None:
            raise ActionRefused("no_totals")
        _must_be_equal(book, _pad_places(self.amounts), can_repeat=False)
        return {"sequence": here.table.game_table.last_sequence}


def _must_be_equal(book: Book, written: tuple[int, ...], *, can_repeat: bool) -> None:
    """Refuse totals unlike those in the book, if there are any; `can_repeat`: who sends them again means it."""
    _line, totals = find_end_totals(book)
    if totals is not None and written != (amounts := get_written_amounts(totals)):
        shown = ", ".join(format_points(amounts[place]) for place in book.now.order)
        raise ActionRefused("typed_meanwhile" if can_repeat else "totals_differ", totals=shown)


def _pad_places(values: list[int]) -> tuple[int, ...]:
    """Return the values, filled up with zeros to all places of a table."""
    return tuple((*values, *[0] * PLACES)[:PLACES])


def find_end_totals(book: Book) -> tuple[int, EndTotals | None]:
    """Return the number and content of the book line with the table's totals; (0, None) if there is none."""
    totals = [(line.number, line.content) for line in book.played if isinstance(line.content, EndTotals)]
    return totals[-1] if totals else (0, None)


def _get_open_table(here: Here) -> GameTable:
    """Return the table whose book may be written: of one that is done, while it is corrected."""
    if here.table.done is not None and not is_begun(here.table):
        raise ActionRefused("table_done")
    return here.table.game_table


def _has_entries(game: GameTable, *kinds: str) -> bool:
    return Deal.objects.filter(table=game, entry__kind__in=kinds).exists()


def _write_line(game: GameTable, key: str, line: TypedLine, who: Actor, number: int) -> None:
    now = GameTable.objects.select_related("sheet_version").get(pk=game.pk)
    if line.kind == HAND and line.record is not None:
        written = record_hand(now.slug, key, now.last_key, print_record(line.record), who=who, phase=line.phase)
    else:
        ask = changes.void_next_deal() if line.kind == VOID else changes.redeal()
        reason = gettext("from the paper sheet")
        written = write_change(now, key, now.last_sequence, ask, reason, sent=line.kind, who=who)
    _check_saved(written, number)


def _check_saved(written: WriteResult, line: int) -> Entry:
    if written.outcome is Outcome.STALE:
        raise ActionRefused("stale")
    if written.outcome is not Outcome.SAVED or written.entry is None:
        raise ActionRefused("not_written", line=line, problems=written.problems)
    return written.entry


class Fields(NamedTuple):
    """The questions besides the points: only those that apply to the tournament."""

    replacements: bool  # of capital
    money: bool  # where kontra counts less on the written score
    hands: bool  # how many were played
    box: bool  # the amount in the donation box


class TypedTotals(NamedTuple):
    """The typed values of one player."""

    amount: str = ""  # the written score, which is also the money unless money is asked for separately
    replacements: str = ""
    money: str = ""


class RoundForm(ActionForm):
    """The tables of a round that play on paper (`what`: "paper"; `every`: all or none), or totals, perhaps `again`."""

    what = TextField()
    paper = IdsField()
    every = TextField()
    again = TickField()


class SheetForm(ActionForm):
    """The lines of a sheet, and the last entry that they follow; without `save` they are only shown."""

    lines = TextField()
    previous = TextField()
    save = TickField()


class TotalsForm(forms.Form):
    """The typed totals of the table with a number: for each place the amount, replacements and money (a0, r0, m0 …)."""

    key = TextField(strip=True)
    seen = IdField()  # the last entry of the book that the page showed

    def __init__(self, posted: QueryDict, table: int, questions: Fields) -> None:
        super().__init__(posted, prefix=f"t{table}")
        letters = [letter for letter, asked in zip("arm", (True, *questions[:2]), strict=True) if asked]
        names = [f"{letter}{place}" for letter in letters for place in range(PLACES)]
        names += [name for name in ("hands", "box") if getattr(questions, name)]
        self.fields |= {name: TextField(strip=True) for name in names}

    def clean(self) -> dict[str, Any]:
        """Gather the values by place; a question that is not asked has none."""
        data = super().clean() or {}
        typed = tuple(TypedTotals(*(data.get(f"{letter}{place}", "") for letter in "arm")) for place in range(PLACES))
        return {
            "key": data["key"],
            "seen": data["seen"],
            "typed": typed,
            "hands": data.get("hands", ""),
            "box": data.get("box", ""),
        }
