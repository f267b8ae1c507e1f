"""A jump of the computer's clock moves no round; the director decides with one tap, and then neither does that."""

import re
from datetime import datetime, timedelta
from types import SimpleNamespace
from uuid import uuid4

import pytest
from django.urls import reverse
from django.utils import timezone

from scoring.book.table_clock import CLOCK_PAUSED
from scoring.models import GameTable
from tarockclub.kit import computer_clock
from tarockclub.kit.computer_clock import FILE, Reading, WatchedClock
from tarockclub.kit.time_source import now
from tarockclub.platform.accounts.actors import ANONYMOUS
from tests.support.accounts import log_in, make_account
from tests.support.small_tournament import create_small_tournament
from tests.tournaments.hall.clock.rounds import clock_at, table_at, tables_of
from tests.tournaments.support import acts
from tournaments.core.acts import Journal, Kind
from tournaments.hall.clock import jumps
from tournaments.hall.clock.events import CLOCK_SET, EXTEND, PAUSE, RESUME, START, UNDO, Event, Length, compute_clock
from tournaments.hall.clock.jumps import open_clock
from tournaments.models import Act, Round

pytestmark = pytest.mark.django_db
HOURS = 3600
JUMPS = [2 * HOURS, -HOURS]


@pytest.fixture
def laptop(tmp_path, settings, monkeypatch):
    """A computer whose clock the test moves."""
    settings.DATA_DIR = tmp_path
    at = SimpleNamespace(wall=datetime(2026, 1, 6, 19).astimezone().timestamp(), steady=5000.0)
    monkeypatch.setattr(timezone, "now", lambda: datetime.fromtimestamp(at.wall, tz=timezone.get_fixed_timezone(0)))
    clock = WatchedClock(tmp_path / FILE, lambda: Reading(at.wall, at.steady, "a"))
    monkeypatch.setattr(computer_clock, "_watched_clock", clock)

    def later(minutes=0, *, jump=0):
        at.wall += minutes * 60 + jump
        at.steady += minutes * 60

    return SimpleNamespace(later=later, clock=clock)


@pytest.fixture
def round_(laptop):
    made = tables_of(2)
    acts.start_clock(made, str(uuid4()))
    return Round.objects.get(pk=made.pk)


def left(round_, table=1):
    """The minutes that a table has left."""
    return round(clock_at(round_, table).compute_left(now()) / 60000, 1)


def read_text(response):
    """Return the text that people read on a page."""
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", response.content.decode()))


@pytest.mark.parametrize("jump", JUMPS)
def test_a_jump_takes_and_gives_no_time_neither_before_nor_after_the_new_clock_is_taken(round_, laptop, jump):
    laptop.later(10, jump=jump)
    assert left(round_) == 20
    laptop.later(1)
    before = now()
    director = log_in(make_account("director"))
    director.post("/tournaments/time/jump/", {"what": "accept", "key": str(uuid4())})
    assert now() - before == timedelta(seconds=jump)
    assert left(round_) == 19
    laptop.later(4)
    assert left(round_) == 15
    act = Act.objects.get(kind=Kind.CLOCK_SET)
    assert act.round == round_
    acts.pause_clock(round_, str(uuid4()))
    laptop.later(3)
    acts.resume(round_, str(uuid4()))
    assert left(round_) == 15


@pytest.mark.parametrize("jump", JUMPS)
def test_a_round_that_pauses_is_not_moved_either(round_, laptop, jump):
    laptop.later(10)
    acts.pause_clock(round_, str(uuid4()))
    laptop.later(5, jump=jump)
    now()
    jumps.accept_new_time(str(uuid4()), ANONYMOUS)
    laptop.later(5)
    assert clock_at(round_, 1).stands == CLOCK_PAUSED
    acts.resume(round_, str(uuid4()))
    laptop.later(5)
    assert left(round_) == 15


def test_desk_and_phones_are_told_and_the_director_has_one_tap(round_, laptop):
    director = log_in(make_account("director"))
    desk = reverse("desk", args=[round_.tournament.slug, round_.number])
    table = f"/tables/{table_at(round_, 1).game_table.slug}/"
    quiet = [director.get(f"{page}live/")["ETag"] for page in (desk, table)]
    laptop.later(1, jump=2 * HOURS)
    pages = [read_text(director.get(f"{page}{live}")) for page in (desk, table) for live in ("", "live/")]
    assert all("um 2 Stunden vorgesprungen" in text for text in pages)
    assert not set(quiet) & {director.get(f"{page}live/")["ETag"] for page in (desk, table)}
    assert "Neue Uhr übernehmen" in pages[0]
    answer = director.post("/tournaments/time/jump/", {"what": "refuse", "back": desk})
    assert (answer.status_code, answer["Location"]) == (302, desk)
    assert "vorgesprungen" not in read_text(director.get(desk))
    assert left(round_) == 29
    assert "Neue Uhr übernehmen" in read_text(director.get("/tournaments/time/jump/"))  # he may think better of it
    for elsewhere in ("//evil.example/", "https://evil.example/", "a b", "24:00", "1e999", "home", ""):
        assert director.post("/tournaments/time/jump/", {"back": elsewhere})["Location"] == "/"


def test_the_page_of_the_clock_and_the_start_page_say_it_too(laptop):
    director = log_in(make_account("director"))
    assert "nichts zu entscheiden" in read_text(director.get("/tournaments/time/jump/"))
    laptop.later(1, jump=-HOURS)
    for page in ("/tournaments/time/jump/", "/"):
        assert "um 60 Minuten zurückgesprungen" in read_text(director.get(page))


def test_pages_learn_that_another_time_counts(round_, laptop, client):
    base = client.get("/tournaments/time/").json()["base"]
    news = GameTable.objects.get(pk=table_at(round_, 1).game_table_id).news
    laptop.later(1, jump=2 * HOURS)
    now()
    jumps.accept_new_time(str(uuid4()), ANONYMOUS)
    later = client.get("/tournaments/time/").json()["base"]
    assert later != base
    assert f'data-base="{later}"' in client.get(f"/tables/{table_at(round_, 1).game_table.slug}/").content.decode()
    assert GameTable.objects.get(pk=table_at(round_, 1).game_table_id).news > news


def test_what_fails_while_the_new_clock_is_taken_leaves_the_old_one(round_, laptop, monkeypatch):
    laptop.later(1, jump=2 * HOURS)
    before = now()
    monkeypatch.setattr(Journal, "act", lambda *_: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        jumps.accept_new_time(str(uuid4()), ANONYMOUS)
    assert now() == before
    assert laptop.clock.state.is_asked


def test_a_start_with_a_clock_before_the_last_act_says_so_and_hangs_nowhere(round_, laptop):
    assert open_clock() == []
    laptop.later(10)
    acts.pause_clock(round_, str(uuid4()))
    laptop.clock.state = computer_clock.ClockState()
    laptop.later(0, jump=-5 * HOURS)
    laptop.clock._last = laptop.clock._read()  # a start of the computer: nobody has seen the jump
    said = "\n".join(open_clock())
    assert "zurückgesprungen" in said
    assert "Uhr des Laptops" in said
    acts.resume(round_, str(uuid4()))
    assert left(round_) == 20


def test_a_tournament_that_is_over_or_not_begun_gets_no_act(laptop):
    create_small_tournament()
    laptop.later(1, jump=2 * HOURS)
    now()
    jumps.accept_new_time(str(uuid4()), ANONYMOUS)
    assert not Act.objects.filter(kind=Kind.CLOCK_SET).exists()


@pytest.mark.parametrize("jump", JUMPS)
def test_the_clock_of_a_round_across_another_time(jump):
    begin = timezone.now()

    def at(minutes, since=0):
        return begin + timedelta(minutes=minutes, seconds=since)

    happened = [
        Event(START, at(0), number=1),
        Event(PAUSE, at(5), number=2),
        Event(CLOCK_SET, at(7, jump), jump, number=3),
        Event(RESUME, at(8, jump), number=4),
        Event(EXTEND, at(9, jump), 300, number=5),
    ]
    assert compute_clock(Length(30 * 60), happened).ends == at(8 + 25 + 5, jump)
    undone = [*happened, Event(UNDO, at(10, jump), of=5)]
    assert compute_clock(Length(30 * 60), undone).ends == at(8 + 25, jump)
