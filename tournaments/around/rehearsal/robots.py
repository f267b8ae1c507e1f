"""The robots at the tables of a rehearsal: each turn they do what would have been done there by now.

Nothing is remembered between two turns: what is due follows from the books, the acts, the clocks. So a process that
dies is continued by another one, and whatever the director does counts at once.
"""

import random
import time
import uuid
from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from enum import Enum
from pathlib import Path

from django.core.exceptions import ObjectDoesNotExist
from django.db import DatabaseError
from django.db.models import Exists, OuterRef

from scoring.book.hand_form import fill_form
from scoring.book.ledger.book import Book, load_book
from scoring.book.ledger.entries import Outcome
from scoring.book.ledger.services import compute_body_digest, record_hand
from scoring.book.ledger.table_state import load_table_state
from scoring.book.marks import MarkRequest, write_mark
from scoring.book.table_clock import DOUBLE, IN_PLAY, IN_TIME
from scoring.engine.hand.reader import parse
from scoring.models import Deal, GameTable, HeldHand, Mark
from scoring.table.held_hands.receiving import SubmittedForm, receive_hand
from scoring.table.practice import make_hand
from tarockclub.kit.time_source import now
from tarockclub.models import Job
from tarockclub.platform.accounts.actors import Actor
from tarockclub.platform.clubs.scope import enter_all_clubs
from tarockclub.platform.jobs.runner import Beat, has_server, resume_jobs, start_runner
from tarockclub.platform.jobs.services import BusyError, JobRequest, add_job
from tarockclub.platform.privacy.readers import EVERYBODY
from tournaments.around.rehearsal.services import LONGEST_REHEARSAL, end_old_rehearsals
from tournaments.core.acts import ActionRefused, Kind
from tournaments.core.selectors import load_settings
from tournaments.core.settings import Settings
from tournaments.hall.clock.display import RUNS, UP
from tournaments.hall.desk.actions import CountChips
from tournaments.hall.desk.chips import compute_chips
from tournaments.hall.desk.overview import OverviewRow, load_rows
from tournaments.hall.rulings.actions import CallReferee
from tournaments.models import Act, Round, RoundTable, Tournament

HANDS_IN_A_ROUND = 12  # about
QUICKEST, UNTIMED = timedelta(seconds=3), timedelta(seconds=10)  # between two hands at a table
MOST_AT_ONCE = 6  # hands in a turn: the site comes first
DISPUTED_AFTER = 2  # hands
PHONES = tuple(Actor(device=f"rehearsal-phone-{number}") for number in (1, 2))


class RobotFault(Enum):
    """A fault that the robots make, so that the director practises what to do."""

    NO_SHOW = "no_show"
    DISPUTE = "dispute"
    LATE_HAND = "late_hand"
    WRONG_CHIPS = "wrong_chips"


def plan_faults(round_: Round, numbers: Sequence[int], settings: Settings) -> list[tuple[int, RobotFault]]:
    """Return the faults of a round with their tables (numbers), each at another table as far as there are enough."""
    possible = [RobotFault.NO_SHOW] if round_.number == 1 else []
    possible.append(RobotFault.DISPUTE)
    if settings.round_seconds:
        possible.append(RobotFault.LATE_HAND)
    if settings.start and settings.count_chips:
        possible.append(RobotFault.WRONG_CHIPS)
    return [
        (numbers[(round_.number - 1 + index) % len(numbers)], fault) for index, fault in enumerate(possible) if numbers
    ]


def play_robot_turn(tournament: Tournament) -> int:
    """Do what is due at the tables of the rounds that are played; return how much was done."""
    done = 0
    settings = load_settings(tournament)
    for round_ in Round.objects.filter(tournament=tournament, started__isnull=False, closed=None):
        tables = RoundTable.objects.filter(round=round_).select_related("round__tournament__club", "game_table")
        rows = load_rows(RoundTable.objects.filter(round=round_), EVERYBODY)
        faults = plan_faults(round_, [row.number for row in rows], settings)
        by_id = {table.pk: table for table in tables}
        begun = round_.started or now()
        for row in sorted(rows, key=lambda row: row.last or begun):  # who has waited longest
            if row.is_open and done < MOST_AT_ONCE:
                own = {fault for table, fault in faults if table == row.number}
                done += _TableRobot(by_id[row.table], row, settings, own).play(begun)
    return done


class _TableRobot:
    """The robots of one table, in one turn."""

    def __init__(self, table: RoundTable, row: OverviewRow, settings: Settings, faults: set[RobotFault]) -> None:
        self._table, self._row, self._settings, self._faults = table, row, settings, faults
        self._game = table.game_table
        self._pace = _compute_pace(settings)

    def play(self, begun: datetime) -> bool:
        """Do what is due; return whether anything was done."""
        row = self._row
        if row.called or row.is_short:  # they wait for the director
            return False
        if RobotFault.NO_SHOW in self._faults and not row.hands and not self._has_called():
            return self._try(lambda: CallReferee().perform(self._table, self._create_key("call"), PHONES[0]))
        if row.face.state not in (RUNS, UP):
            return False
        if RobotFault.DISPUTE in self._faults and row.hands >= DISPUTED_AFTER and self._dispute():
            return True
        if self._is_early(begun):
            return False
        return self._play_on()

    def _play_on(self) -> bool:
        """Play the hand that is due, or count the chips after the last one."""
        row, clock = self._row, self._row.clock
        if RobotFault.LATE_HAND in self._faults and row.clock.timed and not row.late and not self._has_sent_late():
            if row.face.state == UP:
                return self._send_late_hand()
            # It is written, and the phone has no network.
            if row.face.left < 2 * self._pace / timedelta(milliseconds=1):
                return False
        if row.late or row.held:
            return False
        if not row.is_over:
            return self._enter_hand(IN_TIME)
        is_after_gong = clock.timed and row.face.state == UP and clock.in_play
        if is_after_gong and not (row.played_on or row.doubles or row.progress.is_over):
            return self._enter_hand(IN_PLAY)
        if clock.double and row.doubles < len(row.names):
            return self._enter_hand(DOUBLE)
        return self._count_chips()

    def _is_early(self, begun: datetime) -> bool:
        last = self._row.last or begun
        chance = random.Random(f"{self._table.pk}-{self._game.last_sequence}")  # noqa: S311 -- no secret
        return now() < last + self._pace * chance.uniform(0.6, 1.4)

    def _enter_hand(self, phase: str) -> bool:
        book, key = self._load_book(), self._create_key(phase)
        hand = make_hand(random.Random(key), book.sheet, book.now)  # noqa: S311 -- no secret
        written = record_hand(self._game.slug, key, book.table.last_key, hand, phase=phase, who=PHONES[0])
        return written.outcome is Outcome.SAVED

    def _send_late_hand(self) -> bool:
        """Send a hand that was entered in time and comes after the gong."""
        book, key = self._load_book(), self._create_key("late")
        state, _waits = load_table_state(book.table)
        record, _problems = parse(make_hand(random.Random(key), book.sheet, book.now))  # noqa: S311 -- no secret
        ends = self._row.clock.ends
        if record is None or ends is None:
            return False
        fields = {**fill_form(record, book.sheet), "phase": IN_TIME}
        seats = state.next_seats
        body = compute_body_digest(None, {"fields": fields})
        sent = SubmittedForm(key, book.table.last_key, fields, body, seats, IN_TIME)
        written = receive_hand(self._game.slug, sent, PHONES[0], entered=ends - timedelta(seconds=5))
        return written.held is not None

    def _dispute(self) -> bool:
        if Mark.objects.filter(table=self._game).exists():
            return False
        deal = Deal.objects.filter(table=self._game).select_related("entry").order_by("number").first()
        if deal is None:
            return False
        place = self._load_book().now.order[-1]
        ask = MarkRequest(deal.number, deal.entry.sequence, 0, Mark.Kind.DISPUTED, place)
        write_mark(self._game, ask, self._create_key("dispute"), PHONES[1])
        return True

    def _count_chips(self) -> bool:
        """Count as the phones of a table do; where the money is wrong, one player has a chip too few."""
        row = self._row
        if (
            not (self._settings.start and self._settings.count_chips and row.is_played)
            or row.is_confirmed
            or row.differs
        ):
            return False
        chips = compute_chips(self._game, self._table.round.tournament)
        if RobotFault.WRONG_CHIPS in self._faults and not self._has_counted():
            unlucky = max(chips, key=lambda sitting: (chips[sitting], sitting))
            chips[unlucky] -= self._settings.stake
        phone = PHONES[1] if row.counted else PHONES[0]
        key = self._create_key(f"count-{phone.device[-1]}")
        count = CountChips(chips=chips, seen=self._game.last_sequence, by_table=True)
        return self._try(lambda: count.perform(self._table, key, phone))

    def _has_called(self) -> bool:
        return Act.objects.filter(table=self._table, kind=Kind.CALLED).exists()

    def _has_counted(self) -> bool:
        return Act.objects.filter(table=self._table, kind=Kind.COUNTED).exists()

    def _has_sent_late(self) -> bool:
        return HeldHand.objects.filter(table=self._game).exists()

    def _load_book(self) -> Book:
        return load_book(GameTable.objects.select_related("sheet_version").get(pk=self._game.pk))

    def _create_key(self, what: str) -> str:
        """Return the key of an action, the same if it is tried again."""
        return f"robot-{self._table.pk}-{self._game.last_sequence}-{what}"

    def _try(self, act: Callable[[], object]) -> bool:
        try:
            act()
        except ActionRefused:  # the director was quicker
            return False
        return True


def _compute_pace(settings: Settings) -> timedelta:
    if not settings.round_seconds:
        return UNTIMED
    return max(QUICKEST, timedelta(seconds=settings.round_seconds / HANDS_IN_A_ROUND))


# One job for each rehearsal, in a process of its own that ends with it.

TURN_SECONDS = 1.0
IDLE_SECONDS = 20 * 60.0  # without a round that is played: the robots go, and come back when one has begun
MOST_ROBOTS = 4  # processes, for all clubs
_ARGUMENT = "rehearsal"


def send_robots(rehearsal: Tournament) -> bool:
    """Have a process play at the tables of a rehearsal, unless one does already; False if too many do elsewhere."""
    resume_jobs(Job.Kind.REHEARSE)
    about = f"rehearsal {rehearsal.pk}"
    open_ones = Job.objects.filter(kind=Job.Kind.REHEARSE, state__in=Job.OPEN)
    if open_ones.exclude(about=about).count() >= MOST_ROBOTS:
        return False
    asked = JobRequest(Job.Kind.REHEARSE, str(uuid.uuid4()), about, {_ARGUMENT: rehearsal.pk}, 0)
    try:
        _job, is_new = add_job(asked, 1, rehearsal.club_id)
    except BusyError:
        return False
    if is_new:
        start_runner(Job.Kind.REHEARSE)
    return True


def resume_rehearsals() -> None:
    """End what has lasted a day, and send the robots back to rounds that are played without them."""
    with enter_all_clubs():
        end_old_rehearsals()
        playing = Round.objects.filter(tournament=OuterRef("pk"), started__isnull=False, closed=None)
        for rehearsal in Tournament.everything.filter(Exists(playing)).exclude(rehearsal_of=None):
            send_robots(rehearsal)


def play_rehearsal(job: Job, target: Path, beat: Beat) -> None:
    """Take one turn after the other while the rehearsal and the server live, and something is played now and then.

    The limits are of real time: simulated time may stand still.
    """
    target.write_bytes(b"")  # a job has a file, and this one nothing to say
    busy = begun = time.monotonic()
    while (
        has_server()
        and time.monotonic() - busy < IDLE_SECONDS
        and time.monotonic() - begun < LONGEST_REHEARSAL.total_seconds()
    ):
        rehearsal = Tournament.everything.filter(pk=job.arguments[_ARGUMENT]).select_related("club").first()
        if rehearsal is None:
            return
        if Round.objects.filter(tournament=rehearsal, started__isnull=False, closed=None).exists():
            busy = time.monotonic()
        beat.tell(_take_turn(rehearsal))
        time.sleep(TURN_SECONDS)


def _take_turn(rehearsal: Tournament) -> int:
    try:
        return play_robot_turn(rehearsal)
    except (DatabaseError, ObjectDoesNotExist):
        # It was ended in this very moment, or the disk is full: the next turn tells.
        if Tournament.everything.filter(pk=rehearsal.pk).exists():
            raise
        return 0
