"""A club that keeps the server busy, and the hands and looks of another club on the same server meanwhile."""

import contextlib
import json
import random
import subprocess
import sys
import time
from collections.abc import Iterator
from statistics import quantiles

from tests.support.attack import bombs
from tests.support.attack.load import Phone, begin_tables
from tests.support.paths import ROOT
from tests.support.server import RunningServer

PAUSE_SECONDS = 0.02
GUEST_CLUB = f"""
from tarockclub.platform.accounts.actors import AT_THE_COMPUTER
from tarockclub.office.hosting.services import FirstDirector, found_club
print(found_club("Gast", "gast", FirstDirector("Gast", "{bombs.LOGIN}"), AT_THE_COMPUTER).password)
"""
# A tournament of 500, a season of 2,000 × 300, and some evenings of the guests.
GOODS = """
from bench.season_filled import fill_season
from scoring.book.ledger.services import record_hand
from scoring.table.evenings.services import EveningStart, start_evening
from tarockclub.models import Account, Club
from tests.support.programs import create_secret
from tests.scoring.support.tables import last_key
from tests.tournaments.support import factories
from tests.support.phones import let_write
club = Club.objects.get(slug="gast")
tournament = factories.tournament(club=club, rounds=3)
factories.people(tournament, 500)
factories.round_(tournament)
season = fill_season({season}, club=club)
play = {{"plays": [{{"contract": "dreier", "declarer": 1, "points": "40/0"}}]}}
for at in range({evenings}):
    names = tuple(f"{{name}} {{at}}" for name in ("Anna", "Berta", "Cilli", "Dora"))
    table = let_write(start_evening(f"Gast {{at}}", EveningStart(names, "treffpunkt", {{}}, 0), club=club))
    for _ in range(20):
        record_hand(table.slug, factories.new_key(), last_key(table), play)
print(create_secret(Account.objects.get(club=club)), tournament.slug, season.slug)
"""
Took = dict[str, list[float]]  # the seconds of answers, of saving and of looking
SAVING, LOOKING = "saving", "looking"


class Neighbours:
    """Phones of one club, and a director of another; `season`: people, events, players of each."""

    def __init__(self, server: RunningServer, tables: int, season: str = "") -> None:
        slugs = begin_tables(server, tables)
        self.phones = [Phone(server.url, slug, random.Random(at)) for at, slug in enumerate(slugs)]
        for at, phone in enumerate(self.phones):
            phone.seats[-1] = at % 4
            phone.look()
        self._url = server.url
        self._password = server.manage("shell", "--no-imports", "-v0", "-c", GUEST_CLUB).split()[-1]
        made = server.run(GOODS.format(season=season, evenings=20)).split() if season else ()
        self._goods = dict(zip(("token", "tournament", "season"), made, strict=False))
        self.answers: dict[str, list[list[float]]] = {}  # status and seconds

    def close(self) -> None:
        """Close the connections of the phones."""
        for phone in self.phones:
            phone.client.close()

    def measure(self, count: int) -> Took:
        """Save so many hands and look at as many tables, in turn; return the seconds of each."""
        took: Took = {SAVING: [], LOOKING: []}
        for at in range(count):
            phone = self.phones[at % len(self.phones)]
            hand = phone.build_next_hand()
            began = time.perf_counter()
            answer = phone.client.post(phone.hands, hand)
            took[SAVING].append(time.perf_counter() - began)
            assert phone.learn(hand, answer), answer
            time.sleep(PAUSE_SECONDS)
            began = time.perf_counter()
            answer = phone.look()
            took[LOOKING].append(time.perf_counter() - began)
            assert answer.status == 200, answer.status
            time.sleep(PAUSE_SECONDS)
        return took

    @contextlib.contextmanager
    def prepare(self) -> Iterator["subprocess.Popen[str]"]:
        """Start the process of the other club's director, who does nothing yet."""
        command = [sys.executable, "-m", bombs.__name__, self._url, self._password, json.dumps(self._goods)]
        with subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as sender:
            try:
                yield sender
            finally:
                assert sender.stdin is not None
                sender.stdin.close()

    @contextlib.contextmanager
    def attack(self, sender: "subprocess.Popen[str]", name: str = "bombs") -> Iterator[None]:
        """Let the other club do one kind of work without a pause."""
        assert sender.stdin is not None
        assert sender.stdout is not None
        print(name, file=sender.stdin, flush=True)
        time.sleep(1.0)
        try:
            yield
        finally:
            print("", file=sender.stdin, flush=True)
            for what, answers in json.loads(sender.stdout.readline()).items():
                self.answers.setdefault(what, []).extend(answers)


def compute_p95(took: list[float]) -> float:
    """The seconds that 19 of 20 keep below."""
    return quantiles(took, n=20)[18]
