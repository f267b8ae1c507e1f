"""A simulated day of a tournament: its events in order of time, through the services of the pages; who plays."""

import random
from collections.abc import Callable
from datetime import date, datetime, timedelta
from hashlib import sha256
from typing import Any

from scoring.book.ledger.entries import Outcome
from scoring.book.ledger.services import record_hand
from scoring.book.ledger.sheet_versions import parse_sheet
from scoring.book.ledger.table_state import load_table_state
from scoring.book.table_clock import DOUBLE, IN_PLAY, IN_TIME
from scoring.engine.evening.state import Evening
from scoring.models import GameTable
from scoring.table.practice import make_hand
from tarockclub.kit.time_source import pretend_time
from tarockclub.models import Club
from tarockclub.platform.accounts.actors import Actor
from tarockclub.platform.accounts.persons import load_first_club
from tournaments.core.actions.base import Action
from tournaments.core.actions.targets import Spot
from tournaments.core.settings import Settings
from tournaments.hall.clock.actions import Start
from tournaments.hall.desk.actions import CloseTable, CountChips
from tournaments.hall.desk.chips import compute_chips
from tournaments.hall.draw.actions import DrawSeats, PublishDraft
from tournaments.hall.draw.services import find_made_draft
from tournaments.hall.setup.actions import OpenRound, find_opened_round
from tournaments.hall.setup.services import create_tournament
from tournaments.models import Act, Entrant, Round, RoundTable, Tournament
from tournaments.people.entrants.actions import ChangeEntries
from tournaments.people.entrants.fee_actions import PayFees

DIRECTOR = Actor(directs=True)
A_HAND = timedelta(seconds=170)
SATURDAY, AFTERNOON = 5, 13  # UTC
RecordMaker = Callable[[Evening], dict[str, Any]]


class DemoDay:
    """A day of a tournament: its moment, its random generator, and its own keys."""

    def __init__(self, seed: int, begins: datetime) -> None:
        self.chance, self.at, self._keys = random.Random(seed), begins, 0  # noqa: S311 -- no secret

    def create_key(self) -> str:
        """Return a key for the next thing that is done."""
        self._keys += 1
        return f"demo-{self._keys}"

    def perform(self, action: Action, spot: Spot) -> Act:
        """Let the director do something, at the present moment."""
        return action.perform(spot, self.create_key(), DIRECTOR)

    def draw_seconds(self, least: int, most: int) -> timedelta:
        """Return a random time between."""
        return timedelta(seconds=self.chance.randrange(least, most))

    def lay_tables(self, tournament: Tournament) -> tuple[Round, list[RoundTable]]:
        """Open the next round: entered and paid by everybody, drawn, with its tables."""
        with pretend_time(self.at):
            round_ = find_opened_round(self.perform(OpenRound(), tournament))
            entrants = list(Entrant.objects.filter(tournament=tournament, withdrawn=None).values_list("pk", flat=True))
            self.perform(ChangeEntries(come=entrants), round_)
            self.perform(PayFees(entrants=entrants), round_)
            draft = find_made_draft(self.perform(DrawSeats(way="lots"), round_))
            self.perform(PublishDraft(draft=draft.number), round_)
        return round_, list(RoundTable.objects.filter(round=round_).order_by("number"))

    def begin(self, round_: Round, moment: datetime) -> None:
        """Let the clocks of a round run."""
        with pretend_time(moment):
            self.perform(Start(), round_)

    def enter_hand(
        self, table: RoundTable, moment: datetime, phase: str = IN_TIME, played: RecordMaker | None = None
    ) -> None:
        """Enter a hand at a table as a phone does there; a random one if none is given."""
        game = load_game(table)
        evening = load_table_state(game)[0].evening
        hand = make_hand(self.chance, parse_sheet(game.sheet_version), evening) if played is None else played(evening)
        with pretend_time(moment):
            written = record_hand(game.slug, self.create_key(), game.last_key, hand, phase=phase)
        if written.outcome is not Outcome.SAVED:
            raise ValueError(f"{table}: {written.outcome} {written.code} {written.problems}")

    def play(self, table: RoundTable, begun: datetime, until: datetime) -> None:
        """Play at a table from one moment to another, a hand after the other."""
        moment = begun + A_HAND + self.draw_seconds(-60, 60)
        while moment < until:
            self.enter_hand(table, moment)
            moment += A_HAND + self.draw_seconds(-60, 90)

    def lose_all(self, table: RoundTable, begun: datetime) -> None:
        """Make a player lose three games alone, and with them the whole capital (§4)."""
        place, lost = load_evening(table).active[1], 0
        for number in range(1, 9):
            now = load_evening(table)
            plays = place in now.active and lost < 3
            lost += plays
            self.enter_hand(
                table, begun + number * timedelta(seconds=100), IN_TIME, _make_lost_solo(place) if plays else None
            )
            if lost == 3:
                return

    def finish(self, table: RoundTable, gong: datetime) -> datetime:
        """Play the hand in play and the double round, count the chips; return the moment when the table was done."""
        moment = gong + self.draw_seconds(30, 110)
        self.enter_hand(table, moment, IN_PLAY)
        for _ in load_evening(table).order:
            moment += self.draw_seconds(90, 170)
            self.enter_hand(table, moment, DOUBLE)
        moment += self.draw_seconds(60, 150)
        with pretend_time(moment):
            fresh = reload_table(table)
            chips = compute_chips(fresh.game_table, fresh.round.tournament)
            self.perform(CountChips(chips=chips), fresh)
            self.perform(CloseTable(confirmed=True), fresh)
        return moment


def _make_lost_solo(place: int) -> RecordMaker:
    """Make a game alone that is lost with Kontra."""

    def record_hand_at(now: Evening) -> dict[str, Any]:
        seat = now.active.index(place)
        play = {"contract": "solo", "declarer": seat, "result": "lost", "kontra": 2, "kontra_by": (seat + 1) % 4}
        return {"plays": [play]}

    return record_hand_at


def find_last_saturday(today: datetime) -> datetime:
    """Return the last Saturday before today, in the afternoon."""
    days = (today.weekday() - SATURDAY) % 7 or 7
    return (today - timedelta(days=days)).replace(hour=AFTERNOON, minute=0, second=0, microsecond=0)


def create_made_up(key: str, name: str, day: date, settings: Settings, club: Club | None = None) -> Tournament:
    """Create a tournament whose draws are the same each time, so that a simulated day repeats itself."""
    seed = sha256(name.encode()).hexdigest()[:32]
    return create_tournament(key, club or load_first_club(), name, day, settings, DIRECTOR, seed=seed)


def load_game(table: RoundTable) -> GameTable:
    """Load the game table as it is now, with its sheet."""
    return GameTable.objects.select_related("sheet_version").get(pk=table.game_table_id)


def load_evening(table: RoundTable) -> Evening:
    """Load the present state of a table, without its totals: what a hand needs, and not the whole book."""
    return load_table_state(load_game(table))[0].evening


def reload_table(table: RoundTable) -> RoundTable:
    """Load a table again."""
    rows = RoundTable.objects.select_related("round__tournament__club", "game_table__sheet_version")
    return rows.get(pk=table.pk)


CLUB = "Tarockrunde zur Linde"
NAMES = (
    *("Adele Moosgruber", "Balthasar Ennsthal", "Cilli Traunfeld", "Dominik Hochwarter", "Elfriede Sonnleit"),
    *("Ferdinand Kirchschlag", "Gerti Almbauer", "Hannes Winklreith", "Ida Brunnmoser", "Josef Haselgruber"),
    *("Kathi Steinbrunn", "Leopold Nusserl", "Mitzi Lindenau", "Norbert Achleit", "Ottilie Granegg"),
    *("Poldi Rosskogel", "Resi Fuchsloch", "Sepp Mitterau", "Trude Weinzierling", "Ulrich Donnerskirch"),
    *("Vroni Hintersee", "Wastl Kaltenegg", "Xaver Blumau", "Zenzi Obermoos", "Alois Pfarrhof"),
    *("Berta Schlossberg", "Christl Waldegg", "Dorli Marktler", "Edi Sandgruber", "Franzi Thalhof"),
    *("Gustl Rainbach", "Hedi Zwettlau", "Ignaz Grubhof"),
)
REFEREES = "Elfriede Sonnleit, Sepp Mitterau"
OF_A_ROUND = (("Geschenkkorb", 2400), ("Zwei Flaschen Wein", 1600))  # cents
OF_THE_DAY = (("Wanderpokal", 0), ("Gutschein für den Wirt", 3000), ("Tarockkarten in Leder", 2500))
