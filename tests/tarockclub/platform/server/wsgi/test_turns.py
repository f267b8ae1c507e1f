"""Requests take turns; what takes long is done without one, a few at a time, and nothing begins again."""

import json
import threading
import time
from concurrent.futures import Future, ThreadPoolExecutor
from io import BytesIO
from typing import Any

import pytest
from django.contrib.auth.hashers import PBKDF2PasswordHasher, check_password, make_password
from django.db import transaction

from tarockclub.platform.clubs import scope
from tarockclub.platform.server.wsgi import turns as turns_module
from tarockclub.platform.server.wsgi.turns import (
    FILES,
    LANES,
    LIVE,
    LONG,
    OVERLOADED,
    PASSWORDS,
    PASSWORDS_OF_STRANGERS,
    TOO_MUCH,
    WAITED,
    PatientHasher,
    TooBusy,
    Turns,
    give_turn_back,
    queue_as_stranger,
)

PATIENCE = 20
Answer = tuple[str, dict[str, str], bytes]


class Hall:
    """A site and its readers, each in a thread of its own."""

    def __init__(self, view: Any, width: int = 2) -> None:
        def site(environ, start_response):
            start_response("200 OK", [])
            return [view(environ)]

        self.turns, self._pool = Turns(site, width), ThreadPoolExecutor(PATIENCE)

    def ask(self, body: bytes = b"", path: str = "/", **more: Any) -> "Future[Answer]":
        """Ask, and come back when the request is answered, waits for its turn or does slow work."""
        environ = {
            "REQUEST_METHOD": "POST",
            "PATH_INFO": path,
            "CONTENT_LENGTH": str(len(body)),
            "wsgi.input": BytesIO(body),
            **more,
        }
        asked = self._pool.submit(self._answer, environ)
        time.sleep(0.03)
        return asked

    def _answer(self, environ: dict[str, Any]) -> Answer:
        started: list[tuple[str, dict[str, str]]] = []
        body = self.turns(environ, lambda status, headers: started.append((status, dict(headers))))
        return *started[0], b"".join(body)


def read(asked: "Future[Answer]") -> bytes:
    """The body of an answer."""
    return asked.result(PATIENCE)[2]


def test_whoever_came_first_is_answered_first_and_one_at_a_time():
    order: list[bytes] = []
    goes_on = threading.Event()

    def view(environ):
        body = environ["wsgi.input"].read()
        order.append(body)
        assert body != b"0" or goes_on.wait(PATIENCE)
        return body

    hall = Hall(view)
    asked = [hall.ask(b"%d" % at) for at in range(8)]
    assert order == [b"0"]
    assert read(hall.ask(b"state", LIVE)) == b"state"
    goes_on.set()
    assert [read(request) for request in asked] == [b"%d" % at for at in range(8)]
    assert order == [b"0", b"state", *(b"%d" % at for at in range(1, 8))]


def test_a_club_waits_for_no_page_of_another_and_the_next_turn_is_for_the_club_that_has_used_least():
    order: list[str] = []
    goes_on = threading.Event()
    goes_on.set()

    def view(environ):
        path = environ["PATH_INFO"]
        order.append(path)
        club, what = path.split("/")[2:4]
        environ[scope.CLUB] = f"{{{club}}}"
        end = time.thread_time() + 0.02 * (3 - int(club))
        while time.thread_time() < end:
            pass
        assert what != "slow" or goes_on.wait(PATIENCE)
        return b""

    hall = Hall(view)
    for club in (1, 2, 3):  # from now on it is known whose these are; the first is the loudest
        read(hall.ask(path=f"/c/{club}/"))
    order.clear()
    goes_on.clear()
    slow = [hall.ask(path="/c/1/slow")]
    assert read(hall.ask(path="/c/3/hand")) == b""
    slow += [hall.ask(path=path) for path in ("/c/2/slow", "/c/1/page", "/c/2/page", "/c/3/page")]
    assert order == ["/c/1/slow", "/c/3/hand", "/c/2/slow"]
    goes_on.set()
    assert {read(request) for request in slow} == {b""}
    assert "/c/3/page" in order[3:5]  # beside whoever got the other turn
    assert set(order[3:]) == {"/c/1/page", "/c/2/page", "/c/3/page"}


def test_with_a_wider_turn_as_many_are_at_work():
    meet = threading.Barrier(3, timeout=PATIENCE)
    hall = Hall(lambda _environ: b"%d" % meet.wait(), width=6)
    assert {read(request) for request in [hall.ask() for _ in range(3)]} == {b"0", b"1", b"2"}


def test_nobody_waits_for_slow_work_and_its_request_goes_on_where_it_was():
    begun, goes_on = [], threading.Event()

    def view(environ):
        body = environ["wsgi.input"].read()
        begun.append(body)
        if body == b"slow":
            with give_turn_back(), give_turn_back():
                assert goes_on.wait(PATIENCE)
        return body

    hall = Hall(view)
    slow = hall.ask(b"slow")
    assert [read(hall.ask(b"one")), read(hall.ask(b"two"))] == [b"one", b"two"]
    goes_on.set()
    assert read(slow) == b"slow"
    assert begun == [b"slow", b"one", b"two"]


def test_who_is_known_waits_neither_for_an_upload_nor_for_strangers():
    goes_on = threading.Event()

    def view(environ):
        lane = environ["wsgi.input"].read().decode()
        with give_turn_back(lane):
            assert lane == PASSWORDS or goes_on.wait(PATIENCE)
        return lane.encode()

    hall = Hall(view)
    others = [hall.ask(lane.encode()) for lane in (LONG, PASSWORDS_OF_STRANGERS)]
    assert read(hall.ask(PASSWORDS.encode())) == PASSWORDS.encode()
    goes_on.set()
    assert {read(request) for request in others} == {b"long", b"strangers"}


@pytest.fixture
def clubs(monkeypatch):
    """A hall in which each asks for a club, and may do long work there as soon as the event is set; and that event."""
    goes_on = threading.Event()
    monkeypatch.setattr(scope, "_of_process", scope.NOTHING)

    def view(environ):
        club, patience = environ["wsgi.input"].read().split()
        try:
            with scope.enter_club(int(club)), give_turn_back():
                assert patience == b"quick" or goes_on.wait(PATIENCE)
        except TooBusy:
            return b"busy"
        return b"done"

    return Hall(view), goes_on


def test_more_than_may_wait_are_sent_away_and_leave_room_for_the_next(clubs):
    hall, goes_on = clubs
    most = LANES[LONG].places - 3
    asked = [hall.ask(b"1 slow") for _ in range(most + 2)]
    assert [read(request) for request in asked[-2:]] == [b"busy"] * 2
    goes_on.set()
    assert {read(request) for request in asked[:-2]} == {b"done"}
    assert {read(hall.ask(b"1 slow")) for _ in range(LANES[LONG].places + 1)} == {b"done"}


def test_no_club_waits_for_the_slow_work_of_another_even_if_that_one_has_taken_all_it_can(clubs):
    hall, goes_on = clubs
    others = [hall.ask(b"1 slow") for _ in range(LANES[LONG].places)]
    assert read(hall.ask(b"2 quick")) == read(hall.ask(b"3 quick")) == b"done"
    own = hall.ask(b"1 quick")
    assert read(own) == b"busy"
    assert LANES[FILES].count_taken() == 0 < LANES[LONG].count_taken()
    goes_on.set()
    assert [read(request) for request in others].count(b"done") == LANES[LONG].places - 3
    assert LANES[LONG].count_taken() == 0


def test_a_club_has_one_piece_of_slow_work_at_a_time(clubs):
    hall, goes_on = clubs
    first, second = hall.ask(b"1 slow"), hall.ask(b"1 quick")
    assert not second.done()
    goes_on.set()
    assert read(first) == read(second) == b"done"


def test_an_error_in_slow_work_is_raised_where_it_stands_and_the_turn_is_there_again():
    def view(_environ):
        with pytest.raises(KeyError), give_turn_back():
            raise KeyError
        with give_turn_back():
            return b"fine"

    hall = Hall(view)
    assert [read(hall.ask()), read(hall.ask())] == [b"fine", b"fine"]


def test_slow_work_sees_the_clubs_of_its_request(monkeypatch):
    monkeypatch.setattr(scope, "_of_process", scope.NOTHING)

    def view(environ):
        with scope.enter_club(int(environ["wsgi.input"].read())), give_turn_back():
            return scope.get_scope().encode()

    hall = Hall(view)
    assert [read(request) for request in (hall.ask(b"7"), hall.ask(b"8"))] == [b"{7}", b"{8}"]


@pytest.mark.django_db
def test_in_a_transaction_nobody_gives_the_turn_back():
    turns = Turns(lambda *_: [])
    turns.take()
    with pytest.raises(RuntimeError, match="transaction"), transaction.atomic(), give_turn_back():
        pytest.fail("somebody else would wait for this transaction, and it for the turn")
    turns.leave()


def test_without_a_server_slow_work_is_done_on_the_spot():
    with give_turn_back():
        pass


def test_a_password_is_hashed_without_the_turn_in_the_lane_of_who_typed_it(settings, monkeypatch):
    settings.PASSWORD_HASHERS = ["tarockclub.platform.server.wsgi.turns.PatientHasher"]
    monkeypatch.setattr(PatientHasher, "iterations", 10)
    lanes, hashed = [], PBKDF2PasswordHasher.encode

    def encode(*arguments):
        lanes.append([kind for kind, lane in LANES.items() if lane.count_taken()])
        return hashed(*arguments)

    monkeypatch.setattr(PBKDF2PasswordHasher, "encode", encode)

    def view(environ):
        kept = make_password("drei Vögel")
        with queue_as_stranger(True):
            return str(check_password(environ["wsgi.input"].read().decode(), kept)).encode()

    hall = Hall(view)
    assert [read(hall.ask("drei Vögel".encode())), read(hall.ask(b"zwei"))] == [b"True", b"False"]
    assert lanes == [[PASSWORDS], [PASSWORDS_OF_STRANGERS]] * 2


def test_a_full_site_refuses_at_once_says_when_to_come_again_and_goes_on_saying_how_it_is(monkeypatch):
    hall = Hall(lambda environ: json.dumps(environ[OVERLOADED]).encode())
    monkeypatch.setattr(turns_module, "MOST_SECONDS", -1.0)
    status, headers, body = hall.ask(path="/tables/x/hands/", CONTENT_TYPE="application/json").result(PATIENCE)
    assert (status[:3], headers["Retry-After"], headers["Cache-Control"]) == ("503", "10", "no-store")
    assert json.loads(body) == {"saved": False, "code": "overloaded", "message": TOO_MUCH.strip()}
    assert read(hall.ask(path="/log-in/")).decode() == TOO_MUCH
    assert json.loads(read(hall.ask(path=LIVE))) is True
    monkeypatch.undo()
    assert json.loads(read(hall.ask())) is False


def test_who_has_waited_too_long_for_a_thread_is_sent_away_too():
    hall = Hall(lambda environ: b"")
    assert hall.ask(b"", "/", **{WAITED: 7.0}).result(PATIENCE)[0].startswith("503")
    assert read(hall.ask(b"", "/", **{WAITED: 2.0})) == b""


def test_half_a_form_is_refused_and_never_seen_by_the_site():
    hall = Hall(lambda environ: environ["wsgi.input"].read())
    assert hall.ask(b"name=Anna", CONTENT_LENGTH="10").result(PATIENCE)[0].startswith("400")
    assert read(hall.ask(b"name=Anna&x=1")) == b"name=Anna&x=1"


def test_a_head_has_no_body_and_what_has_to_be_closed_is():
    closed = []

    class Closing(list[bytes]):
        def close(self):
            closed.append(True)

    turns = Turns(lambda *_: Closing([b"body"]))
    for method, body in (("GET", b"body"), ("HEAD", b"")):
        assert turns({"REQUEST_METHOD": method, "PATH_INFO": "/"}, print) == [body]
    assert closed == [True, True]
