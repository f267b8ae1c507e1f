"""Two machines with one database, whose clocks are set back while phones play: time goes on, no hand is lost."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from datetime import timedelta
from pathlib import Path

import pytest
from django.conf import settings
from django.db import connection
from django.utils import timezone

from scoring.models import Entry
from tests.faults.evening import Evening
from tests.support.accounts import log_in, make_account
from tests.support.clients import Client
from tests.support.server import Restartable

pytestmark = [pytest.mark.soak, pytest.mark.postgres, pytest.mark.usefixtures("fresh_database")]
TABLES, PHONES_EACH, HANDS = 8, 2, 6
TWICE = 0.2
BACK_HOURS = (2, 30)  # of each machine's clock
SLACK = timedelta(seconds=60)  # corrections up to that are accepted


class Machine:
    """A machine with a data folder and a clock of its own."""

    def __init__(self, start: Callable[..., Restartable], folder: Path) -> None:
        folder.mkdir()
        self.clock = folder / "clock-of-the-test"
        self.server = start(
            DJANGO_SETTINGS_MODULE="tests.support.moved_clock",
            CLOCK_OF_THIS_TEST=str(self.clock),
            TAROCKCLUB_DATA=str(folder),
            TAROCKCLUB_SECRET_KEY=settings.BOOK_KEY,
            TAROCKCLUB_SESSION_KEY=settings.SECRET_KEY,
            TAROCKCLUB_CONNECTIONS="1",  # one thread: nobody is asking for the time while it moves
        )

    def set_back(self, hours: int) -> None:
        """Set its clock back."""
        part = self.clock.with_suffix(".new")
        part.write_text(str(hours * 3600))
        part.replace(self.clock)

    def read_home(self, session: str, language: str) -> str:
        """The first page as a director sees it."""
        with closing(Client(self.server.url, sessionid=session)) as director:
            return director.send(director.request("GET", "/", more={"Accept-Language": language})).body.decode()


def set_back(evening: Evening, machines: list[Machine]) -> None:
    """Set back one clock after the other, each when as many more hands are saved."""
    for number, (machine, hours) in enumerate(zip(machines, BACK_HOURS, strict=True), 1):
        assert evening.wait_for(number / (len(machines) + 1)), "nobody plays"
        machine.set_back(hours)


def test_clocks_that_are_set_back_lose_and_double_no_hand_and_time_goes_on(starts, tmp_path):
    session = str(log_in(make_account("director")).session.session_key)
    machines = [Machine(starts, tmp_path / name) for name in "ab"]
    began = timezone.now()
    evening = Evening([machine.server for machine in machines], TABLES, PHONES_EACH, HANDS, TWICE)
    with ThreadPoolExecutor(1) as pool:
        setting = pool.submit(set_back, evening, machines)
        evening.play()
        setting.result()
    evening.assert_all_in_the_book()
    entered = list(Entry.objects.order_by("table", "sequence").values_list("table", "at"))
    assert all(began - SLACK < at < timezone.now() + SLACK for _table, at in entered)
    connection.close()
    for machine, hours in zip(machines, BACK_HOURS, strict=True):
        assert f"um {hours} Stunden zurückgesprungen" in machine.read_home(session, "de")
        assert f"jumped back by {hours} hours" in machine.read_home(session, "en")
        assert f"um {hours} Stunden zurückgesprungen" in machine.server.served.log
