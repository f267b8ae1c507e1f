"""The single path for every action in a tournament or a season: one transaction, once per key, recorded for good.

Each act records its actor, time and reason. An action locks the row of its owner, the tournament or the season: two
directors' taps are carried out one after the other, and `version` (the number of the last act) shows live pages
that there is something new.
"""

import json
import re
from collections.abc import Callable
from typing import Any, Generic, NamedTuple, TypeVar, overload

from django.conf import settings
from django.db import models, transaction
from django.db.models import QuerySet
from django.utils.module_loading import import_string
from django.utils.timezone import localtime

from scoring.book.ledger.entries import create_note
from tarockclub.kit.hash_chain import compute_request_digest, encode_sorted, is_key
from tarockclub.kit.time_source import now
from tarockclub.platform.accounts.actors import ANONYMOUS, Actor
from tarockclub.platform.act_chain import BY_ACT, Chain, compute_row_digest, name_chain, watch_owner
from tournaments.core.sealed_rows import SEASON, TOURNAMENT
from tournaments.models import Act, JournalAct, JournalOwner, Round, RoundTable, Season, SeasonAct, Tournament


class Kind(models.TextChoices):
    """The kinds of actions in a tournament or a season."""

    MADE = "made"
    SETTINGS = "settings"
    # people
    ENTERED = "entered"  # people take part, or enter a round
    RENAMED = "renamed"
    MERGED = "merged"
    WITHDRAWN = "withdrawn"
    ARRIVED = "arrived"  # at the door: there, not there after all, or waiting for the staff
    PRESENCE = "presence"  # no-show, waits, left, back again
    PAID = "paid"  # fees, or taken back
    DEBT = "debt"  # the decision about an unpaid fee
    APPLIED = "applied"  # the decision about an application to take part
    REGISTRATION = "registration"  # the link to enter oneself: opened, closed
    INVITATION = "invitation"  # what everybody may know before the day
    DATE = "date"  # it does not take place, or on another day
    SUBSTITUTE = "substitute"
    # rounds and draw
    ROUND = "round"  # another round was opened
    APART = "apart"  # pairs that must not sit together
    DRAFT = "draft"
    PUBLISHED_DRAW = "published_draw"
    SEATED_LATE = "seated_late"
    SEAT_CLOSED = "seat_closed"  # a table goes on without a free seat
    MOVED = "moved"  # to another table of the round
    # clock
    START = "start"
    PAUSE = "pause"
    RESUME = "resume"
    EXTEND = "extend"
    HALT = "halt"  # one table, for a ruling
    GO_ON = "go_on"
    TIME_UP = "time_up"  # ended by hand before its time
    CLOCK_SET = "clock_set"  # the new time of the computer was taken over after its clock had jumped
    # tables
    CALLED = "called"  # the referee was called
    PLAYS = "plays"  # a phone says that its silent table still plays
    COUNTED = "counted"  # chips against computed capital
    DONE = "done"
    REOPENED = "reopened"
    BROKEN_UP = "broken_up"  # left with three
    LATE_HAND = "late_hand"  # taken or turned down
    TURN = "turn"  # deals out of turn since then were put right
    END_TOTALS = "end_totals"
    PAPER = "paper"  # a sheet that was written on paper, hand by hand
    ON_PAPER = "on_paper"  # which tables of a round play on paper
    CHECKED = "checked"  # final totals were typed by somebody else, too: they are equal
    CORRECTED = "corrected"  # a book after its table was done
    RULING = "ruling"
    # results
    LOT = "lot"
    PRIZE = "prize"  # added, changed, taken off
    CHOICE = "choice"  # of a prize
    RESULT = "result"  # published
    CASH = "cash"  # put into or taken from a cash box
    # cups
    HANDS = "hands"  # a round, or a table, plays fewer hands or more
    TEAM = "team"  # made, changed, dissolved
    # seasons
    EVENT = "event"  # added, changed, taken out
    TYPED_RESULTS = "results"  # typed in, or read from a list
    STANDING = "standing"  # published
    # whatever it was
    UNDONE = "undone"  # another act was taken back
    ARCHIVED = "archived"  # out of all lists, or back


_SEEN_MARK = re.compile(r"~(\d{1,10})")


def add_seen(key: str, owner: JournalOwner) -> str:
    """Return the key of a form with the last act that its page shows.

    >>> find_seen("a1~17-again"), find_seen("a1")
    (17, None)
    """
    return f"{key}~{owner.version}"


def find_seen(key: str) -> int | None:
    """Return the last act (sequence number) that the page of a form showed; None where its key does not say so."""
    match = _SEEN_MARK.search(key)
    return int(match[1]) if match else None


class Command(NamedTuple):
    """A requested action: its key, its kind and everything that was submitted with it (JSON values)."""

    key: str
    kind: Kind
    sent: object
    who: Actor = ANONYMOUS
    reason: str = ""
    round: Round | None = None
    table: RoundTable | None = None
    undoes: Act | None = None  # the act that is taken back
    is_repeatable: bool = True  # False: two people must not do it one after the other without knowing it


class ActionRefused(Exception):  # noqa: N818 -- no error of the program, but an answer
    """The refusal of an action; nothing was done. `code`: the reason; `params`: numbers and names for the sentence.

    `area`: that says it in its own way (core/messages.py).
    """

    def __init__(self, code: str, area: str = "", **params: Any) -> None:
        super().__init__(code)
        self.code, self.area, self.params = code, area, params


H = TypeVar("H", bound=JournalOwner)
A = TypeVar("A", bound=JournalAct)


class Journal(NamedTuple, Generic[H, A]):
    """The journals of one kind of owner: their rows, their acts, and the chain that seals both."""

    owners: type[H]
    acts: type[A]
    chain: Chain
    targets: tuple[str, ...] = ()  # columns of an act for what its command names

    def act(self, owner: int, asked: Command, do: Callable[[H], dict[str, Any]]) -> A:
        """Do something once: `do` writes, and returns the content of the act (JSON values; ids and numbers, no names).

        `do` gets the owner's locked row and raises ActionRefused where it cannot be done: then nothing is written.
        The same key with the same content returns the first act; with other content: ActionRefused("other_body").
        `do` may call other services that write, in the same transaction. A new row that names the act, under BY_ACT in
        the content, is sealed by the act and saved after it.
        """
        body = _compute_digest(asked)
        with transaction.atomic():
            row = self.owners._default_manager.select_for_update(no_key=True).get(pk=owner)
            earlier = self.list_acts(owner).filter(key=asked.key).first()
            if earlier is not None:
                if earlier.body_digest != body:
                    raise ActionRefused("other_body")
                return earlier
            self._must_not_be_done_meanwhile(owner, asked)
            with watch_owner(self.chain, row.pk, name_chain(self.chain, getattr(row, self.chain.identity))) as watch:
                content = do(row)
                new_row = content.get(BY_ACT)
                if new_row is not None and self.chain.by_act is not None:
                    content = content | {BY_ACT: compute_row_digest(self.chain.by_act, new_row)}
                row.version += 1
                self.owners._default_manager.filter(pk=row.pk).update(version=row.version)
                where = {self.chain.owner: row} | {name: getattr(asked, name) for name in self.targets}
                act_: A = watch.write(**where, **_build_columns(asked, body, row, content))
            if new_row is not None:
                new_row.act = act_
                new_row.save()
            import_string(settings.ANNOUNCER)(row, act_)
            return act_

    def _must_not_be_done_meanwhile(self, owner: int, asked: Command) -> None:
        """Refuse what somebody else has done since the page was made on which this was tapped: twice would be wrong.

        Raise ActionRefused("done_meanwhile") with who it was; who taps on the page that says so means it.
        """
        sequence = find_seen(asked.key)
        if sequence is None or asked.is_repeatable or not self.targets:
            return
        where = {name: getattr(asked, name) for name in self.targets if name != "undoes"}
        later = self.list_acts(owner).filter(sequence__gt=sequence, kind=asked.kind, **where).select_related("by")
        last = later.filter(undone_by=None).order_by("-sequence").first()
        if last is not None:
            who = last.by.name if last.by is not None else ""
            code = "done_meanwhile" if who else "done_meanwhile_somewhere"
            raise ActionRefused(code, who=who, time=f"{localtime(last.at):%H:%M:%S}")

    def list_acts(self, owner: int) -> QuerySet[A]:
        """Return the acts of an owner (id)."""
        return self.acts._default_manager.filter(**{self.chain.owner: owner})


TOURNAMENTS = Journal(Tournament, Act, TOURNAMENT, ("round", "table", "undoes"))
SEASONS = Journal(Season, SeasonAct, SEASON)
Owner = Tournament | Season


@overload
def get_journal(owner: Tournament) -> Journal[Tournament, Act]: ...
@overload
def get_journal(owner: Season) -> Journal[Season, SeasonAct]: ...
def get_journal(owner: Owner) -> Journal[Tournament, Act] | Journal[Season, SeasonAct]:
    """Return the journal of an owner's kind."""
    return TOURNAMENTS if isinstance(owner, Tournament) else SEASONS


def _compute_digest(asked: Command) -> str:
    """Compute the digest that distinguishes two requests with one key; ActionRefused("no_key") without a valid key."""
    if not is_key(asked.key):
        raise ActionRefused("no_key")
    return compute_request_digest(
        {
            "kind": asked.kind,
            "sent": asked.sent,
            "reason": asked.reason,
            "of": [asked.round.pk if asked.round else None, asked.table.pk if asked.table else None],
        }
    )


def _build_columns(asked: Command, body: str, row: JournalOwner, content: dict[str, Any]) -> dict[str, Any]:
    """Build the columns of an act that are the same wherever it was done."""
    return {
        "sequence": row.version,
        "key": asked.key,
        "body_digest": body,
        "kind": asked.kind,
        "said": encode_sorted(content),
        "note": create_note(asked.reason, row.club_id),
        "by_id": asked.who.person,
        "device": asked.who.device,
        "at": now(),
    }


def parse_content(act_: JournalAct) -> dict[str, Any]:
    """Parse the content of an act."""
    content: dict[str, Any] = json.loads(act_.said)
    return content


def must_be_open(tournament: Tournament) -> None:
    """Refuse changes to frozen settings: ActionRefused("frozen")."""
    if tournament.frozen is not None:
        raise ActionRefused("frozen")


def must_not_have_ended(tournament: Tournament) -> None:
    """Refuse actions after the final result was published: ActionRefused("ended")."""
    if tournament.ended is not None:
        raise ActionRefused("ended")


def must_take_place(tournament: Tournament) -> None:
    """Refuse what leads to the game where there is none: ActionRefused("ended", "cancelled")."""
    must_not_have_ended(tournament)
    if tournament.cancelled is not None:
        raise ActionRefused("cancelled")
