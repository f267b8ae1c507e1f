"""Calling the referee, and rulings (§5): numbered, final, each with its effect on the book and the clock."""

import json
from collections.abc import Callable
from typing import Any, ClassVar, NamedTuple

from django.db.models import F, Max
from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from scoring.book.ledger.book import Book, LedgerLine
from scoring.book.ledger.entries import Outcome, WriteResult, create_note
from scoring.book.ledger.services import record_hand
from scoring.book.table_clock import DOUBLE, IN_PLAY, IN_TIME
from scoring.engine.evening.course import StruckLine
from scoring.models import PLACES, Deal, Entry, GameTable
from scoring.table.corrections import changes
from scoring.table.corrections.changes import Change, ChangeRequest
from scoring.table.corrections.services import write_change
from tarockclub.kit.time_source import now
from tarockclub.platform.accounts.rights import Right
from tarockclub.platform.act_chain import BY_ACT
from tournaments.core.actions.base import Action, Spec, action
from tournaments.core.actions.names import ActNames, Content
from tournaments.core.actions.targets import BOOK, TABLE, Here
from tournaments.core.acts import ActionRefused, Kind
from tournaments.core.messages import RULING, register_sentences
from tournaments.hall.clock.actions import GoOn, Halt
from tournaments.hall.clock.table_clocks import protect_line
from tournaments.hall.desk.actions import FREE, find_level
from tournaments.models import RoundTable, Ruling

NOTHING, REDEAL, VOID, RENONCE, TRANSFER, STRIKE = "", "redeal", "void", "renonce", "transfer", "strike"
TAKE_BACK = "take_back"  # of the ruling that it corrects
DEEDS: dict[str, Promise] = {
    NOTHING: _("The sheet stays as it is"),
    REDEAL: _("The same dealer deals again"),
    VOID: _("The deal counts nothing"),
    STRIKE: _("The hand is struck out and can be entered again correctly"),
    RENONCE: _("Renonce"),
    TRANSFER: _("Points move between the players"),
    TAKE_BACK: _("What the corrected ruling did is taken back"),
}
PHASES: dict[str, Promise] = {
    IN_TIME: _("in time"),
    IN_PLAY: _("the hand at the gong"),
    DOUBLE: _("in the double round"),
}
LONGEST_TEXT = 1000
LONGEST_NAMES = 120
register_sentences(
    {
        "stale": _("The score sheet has changed in the meantime: look at what would follow now, and confirm again."),
        "must_be_sure": _("Please confirm that you know what else changes."),
        "not_begun": _("The round has not started yet: no clock is running that could be stopped."),
        "table_done": _("This table is already done: please ask the tournament director."),
        "closed": _("This round is over: please ask the tournament director."),
        "lapse": _("This tournament runs on a different time than the program: it is a demonstration."),
    },
    area=RULING,
)


@action(
    Spec(
        kind=Kind.CALLED,
        targets=(TABLE,),
        right=Right.RULE,
        words=_("the referee was called"),
        on_clock=True,
        before_play=True,
    )
)
class CallReferee(Action):
    """Call the referee to a table, whose clock stops at once and whose director sees it wait.

    Whoever plays there may do it, too. A second call changes nothing.
    """

    def carry_out(self, here: Here) -> dict[str, Any]:
        """Halt the table; "not_begun", "closed", "table_done", "lapse": then there is no running clock to stop."""
        content = Halt().carry_out(here)
        RoundTable.objects.filter(pk=here.table.pk, called=None).update(called=now())
        return content


class RulingEffect(NamedTuple):
    """The result of a ruling: the line of the book that is settled now, and the entry that settles it; 0: none."""

    line: int = 0
    entry: int = 0


@action(
    Spec(
        kind=Kind.RULING,
        targets=(BOOK,),
        right=Right.RULE,
        words=_("ruling"),
        is_repeatable=False,
        area=RULING,
        on_clock=True,
    )
)
class RecordRuling(Action):
    """Record a ruling and its effect; it is final: a mistake is corrected by another ruling that names it."""

    text: str
    decided_by: str  # the referees' names
    deed: str = NOTHING
    line: int = 0  # of the book that it is about and settles; 0: none, its effect is new
    amounts: tuple[int, ...] = ()  # of a transfer: sixths by place
    record: dict[str, Any] | None = None  # of a Renonce (JSON values), on the seats of its deal
    phase: str = IN_TIME  # of a Renonce in a new hand
    corrects: int = 0  # number of the ruling that it corrects
    goes_on: bool = True  # the clock of the table
    sure: bool = False  # the director was warned that the table is done, or its result published
    seen: int = 0  # sequence number of the book's last entry when it was decided
    refusals: ClassVar = {
        "no_text": _("Please enter what was decided."),
        "no_names": _("Please enter who decided."),
        "line_unknown": _("This hand is no longer on the sheet."),
        "ruling_unknown": _("There is no ruling %(number)s."),
    }

    def build_correction(self) -> ChangeRequest | None:
        """Return its change of the book; None if it changes nothing, or writes a new hand."""
        requests: dict[str, Callable[[], ChangeRequest | None]] = {
            NOTHING: lambda: None,
            REDEAL: changes.redeal,
            STRIKE: lambda: changes.strike_line(self.line),
            VOID: lambda: changes.void_hand(self.line) if self.line else changes.void_next_deal(),
            RENONCE: lambda: changes.correct_hand(self.line, self.record) if self.line else None,
            TRANSFER: lambda: changes.transfer_amounts(tuple((*self.amounts, *[0] * PLACES)[:PLACES])),
            TAKE_BACK: lambda: build_reversal(self.corrects),
        }
        return requests[self.deed]()

    def carry_out(self, here: Here) -> dict[str, Any]:
        """Write it, with its effect; the act seals it.

        "not_written" with the problems, "stale" where somebody has entered something since it was decided; and
        "must_be_sure" if the book of a table that is done would change without confirmation.
        """
        self._must_be_clear(here)
        last = Ruling.objects.filter(tournament=here.tournament).aggregate(last=Max("number"))["last"]
        number = (last or 0) + 1
        effect = self._write_effect(here, number)
        for line in sorted({self.line, effect.line} - {0}):
            protect_line(here.table, line)
        GameTable.objects.filter(pk=here.table.game_table_id).update(news=F("news") + 1)  # its phones show the ruling
        about = self.line or effect.line
        content: dict[str, Any] = {"number": number, "line": about, "entry": effect.entry, "deed": self.deed}
        if self.deed == TRANSFER:
            content["amounts"] = list(self.amounts)
        if self.goes_on:
            content |= GoOn().carry_out(here)
        return content | {BY_ACT: self._build_ruling(here, number, about, effect.entry)}

    def _must_be_clear(self, here: Here) -> None:
        if not self.text.strip():
            raise ActionRefused("no_text")
        if not self.decided_by.strip():
            raise ActionRefused("no_names")
        if self.line and not Deal.objects.filter(table=here.table.game_table_id, number=self.line).exists():
            raise ActionRefused("line_unknown")
        if self.corrects and not Ruling.objects.filter(tournament=here.tournament, number=self.corrects).exists():
            raise ActionRefused("ruling_unknown", number=self.corrects)
        if self.deed != NOTHING and not self.sure and find_level(here.table).name != FREE:
            raise ActionRefused("must_be_sure")

    def _write_effect(self, here: Here, number: int) -> RulingEffect:
        if self.deed == NOTHING:
            return RulingEffect(line=self.line)
        game, request = here.table.game_table, self.build_correction()
        who = here.who._replace(directs=True, rules=True)  # it is written even if the clock forbids it
        if request is None:
            if game.last_sequence != self.seen:  # somebody has entered a hand since: this one may be in the book
                raise ActionRefused("stale")
            written = record_hand(game.slug, here.key, game.last_key, self.record, who=who, phase=self.phase)
        else:
            sent = self.model_copy(update={"text": "", "decided_by": ""}).list_sent()
            # Everybody reads the book, but not the text of a ruling.
            reason = gettext("Ruling %(number)s") % {"number": number}
            written = write_change(game, here.key, self.seen, request, reason, sent=sent, who=who)
        return _check_written(written)

    def _build_ruling(self, here: Here, number: int, line: int, entry: int) -> Ruling:
        text = create_note(self.text[:LONGEST_TEXT], here.tournament.club_id)
        names = create_note(self.decided_by[:LONGEST_NAMES], here.tournament.club_id)
        if text is None or names is None:
            raise ActionRefused("no_text")
        corrected = Ruling.objects.filter(tournament=here.tournament, number=self.corrects).first()
        return Ruling(
            tournament=here.tournament,
            number=number,
            table=here.table,
            text=text,
            decided_by=names,
            line=line,
            entry=entry,
            corrects=corrected,
        )

    @classmethod
    def say(cls, content: Content, _names: ActNames) -> str:
        """Return its number."""
        return gettext("ruling %(number)s") % {"number": content["number"]}


def build_reversal(number: int) -> ChangeRequest:
    """Return the request to put the line that a ruling of the table wrote back as it was before."""

    def ask(book: Book) -> Change:
        ruling = Ruling.objects.filter(table__game_table=book.table, number=number).first()
        written = None if ruling is None else Entry.objects.filter(table=book.table, sequence=ruling.entry).first()
        if written is None:
            return changes.refuse_change("nothing_to_take_back")
        line = book.find_line(written.deal_number)
        current = None if line is None else line.entry
        while current is not None and current.kind == Entry.Kind.FOLLOW_UP and current.sequence != written.sequence:
            current = current.replaces  # it counts otherwise, and is the same hand
        if line is None or current is None or current.sequence != written.sequence:
            return changes.refuse_change("changed_since_ruling")
        return _build_earlier_line(line, current.replaces)(book)

    return ask


def _build_earlier_line(line: LedgerLine, earlier: Entry | None) -> ChangeRequest:
    if earlier is None:
        return changes.strike_line(line.number)
    if isinstance(line.content, StruckLine):
        return changes.restore_line(line.number)
    if earlier.kind == Entry.Kind.VOID:
        return changes.void_hand(line.number)
    if earlier.kind == Entry.Kind.STRIKE:
        return changes.strike_line(line.number)
    return changes.correct_hand(line.number, json.loads(earlier.record))


def _check_written(written: WriteResult) -> RulingEffect:
    if written.outcome is Outcome.STALE:
        raise ActionRefused("stale")
    if written.outcome is not Outcome.SAVED or written.entry is None:
        raise ActionRefused("not_written", outcome=written.outcome.name, problems=written.problems)
    return RulingEffect(written.entry.deal_number, written.entry.sequence)
