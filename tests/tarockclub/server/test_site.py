"""The site has one thread; what takes long is done beside it, a few at a time, and the request comes back."""

import threading
import time
from collections.abc import Iterator
from io import BytesIO
from typing import Any

import pytest
from django.contrib.auth.hashers import PBKDF2PasswordHasher, check_password, make_password

from tarockclub.clubs import scope
from tarockclub.server.web import site as site_module
from tarockclub.server.web.background import make_once, run_beside
from tarockclub.server.web.password_hashing import HashedBeside
from tarockclub.server.web.site import Answer, Site


def echo(environ: dict[str, Any], start_response: Any) -> list[bytes]:
    """A site that sends back what it got, and in which thread."""
    body = environ["wsgi.input"].read()
    start_response("200 OK", [("Thread", threading.current_thread().name)])
    return [body[:5], body[5:]]


class Answers:
    """Takes answers, which come from another thread."""

    def __init__(self, site: Site) -> None:
        self.site, self.came = site, threading.Condition()
        self.all: list[Answer] = []

    def ask(self, body: bytes = b"") -> None:
        self.site.ask({}, BytesIO(body), self.take)

    def take(self, answer: Answer) -> None:
        with self.came:
            self.all.append(answer)
            self.came.notify_all()

    def wait(self, count: int) -> list[Answer]:
        with self.came:
            assert self.came.wait_for(lambda: len(self.all) >= count, 20)
        return self.all


def ask_site(application: Any, *bodies: bytes) -> list[Answer]:
    """Return the answers of a site to these bodies."""
    answers = Answers(Site(application))
    for body in bodies:
        answers.ask(body)
    return answers.wait(len(bodies))


def test_the_site_has_one_thread_and_answers_in_turn():
    answers = ask_site(echo, *(b"body number %d" % at for at in range(20)))
    assert [answer.body for answer in answers] == [b"body number %d" % at for at in range(20)]
    assert len({answer.headers[0] for answer in answers}) == 1


def test_with_several_threads_nobody_waits_for_the_database_and_spare_work_is_done_once(caplog):
    others_were_answered = threading.Event()
    steps: list[int] = []

    def work() -> Iterator[None]:
        for step in range(50):
            steps.append(step)
            time.sleep(0.002)  # so that other threads come meanwhile
            yield

    def wait_for_the_database(environ, start_response):
        body = environ["wsgi.input"].read()
        assert body != b"long" or others_were_answered.wait(20)
        start_response("200 OK", [])
        return [body]

    answers = Answers(Site(wait_for_the_database, work(), 3))
    for body in (b"long", *[b"short"] * 60):
        answers.ask(body)
    assert {answer.body for answer in answers.wait(60)} == {b"short"}
    others_were_answered.set()
    assert answers.wait(61)[60].body == b"long"
    assert steps == sorted(set(steps))
    assert not caplog.records  # of two threads in the same step


def test_an_error_of_the_site_is_an_answer_and_the_next_request_is_answered():
    def fails(environ, start_response):
        if environ["wsgi.input"].read() == b"fail":
            raise ValueError("so")
        return echo(environ, start_response)

    assert [answer.status for answer in ask_site(fails, b"fail", b"again")] == [500, 200]


def test_an_answer_that_has_to_be_closed_is():
    closed = []

    class Closing(list[bytes]):
        def close(self):
            closed.append(True)

    def site(environ, start_response):
        start_response("204 No Content", [])
        return Closing()

    assert ask_site(site, b"")[0].status == 204
    assert closed == [True]


def test_nobody_waits_for_work_that_is_done_beside():
    others_were_answered = threading.Event()

    def site(environ, start_response):
        body = environ["wsgi.input"].read()
        if body == b"long":
            assert run_beside("work", lambda: others_were_answered.wait(10))
        start_response("200 OK", [])
        return [body]

    answers = Answers(Site(site))
    for body in (b"long", b"one", b"two"):
        answers.ask(body)
    assert [answer.body for answer in answers.wait(2)] == [b"one", b"two"]
    others_were_answered.set()
    assert answers.wait(3)[2].body == b"long"


def test_work_that_is_done_beside_sees_the_clubs_of_its_request(monkeypatch):
    monkeypatch.setattr(scope, "_of_process", scope.NOTHING)

    def site(environ, start_response):
        club = int(environ["wsgi.input"].read())
        start_response("200 OK", [])
        with scope.enter_when_needed(lambda: club) if club else scope.enter_all_clubs():
            return [run_beside("work", scope.get_scope).encode()]

    assert {answer.body for answer in ask_site(site, b"7", b"8", b"0")} == {b"{7}", b"{8}", b"*"}


def test_who_is_known_waits_neither_for_an_upload_that_is_looked_through_nor_for_strangers():
    may_end = threading.Event()

    def site(environ, start_response):
        body = environ["wsgi.input"].read()
        run_beside("work", may_end.wait if body != b"passwords" else bool, body.decode())
        start_response("200 OK", [])
        return [body]

    answers = Answers(Site(site))
    others = [b"long", b"strangers"] * site_module.MOST_AT_ONCE
    for body in (*others, b"passwords"):
        answers.ask(body)
    assert answers.wait(1)[0].body == b"passwords"
    may_end.set()
    answers.wait(len(others) + 1)


def test_a_request_is_begun_anew_with_its_body_and_what_was_random():
    begun = []

    def site(environ, start_response):
        body, salt = environ["wsgi.input"].read(), make_once("salt", object)
        begun.append((body, id(salt)))
        parts = [run_beside("first", lambda: b"a"), run_beside(("second", body), lambda: body)]
        start_response("200 OK", [])
        return parts

    assert ask_site(site, b"body")[0].body == b"abody"
    assert len(begun) == 3
    assert len(set(begun)) == 1


def test_what_goes_wrong_beside_is_raised_where_it_was_asked_for():
    def site(environ, start_response):
        with pytest.raises(KeyError):
            run_beside("work", lambda: dict[str, int]()["nothing"])
        return echo(environ, start_response)

    assert ask_site(site, b"fine")[0].body == b"fine"


def test_a_page_that_asks_for_something_else_each_time_ends():
    assert ask_site(lambda *_: [run_beside(object(), lambda: b"")], b"")[0].status == 503


def test_more_than_may_wait_are_sent_away(monkeypatch):
    monkeypatch.setattr(site_module, "MOST_WAITING", 2)
    may_end = threading.Event()

    def site(environ, start_response):
        run_beside("work", lambda: may_end.wait(10))
        return echo(environ, start_response)

    answers = Answers(Site(site))
    for _ in range(4):
        answers.ask()
    sent_away = answers.wait(2)
    assert [(answer.status, dict(answer.headers)["Retry-After"]) for answer in sent_away] == [(503, "10")] * 2
    may_end.set()
    assert [answer.status for answer in answers.wait(4)[2:]] == [200, 200]


def test_without_a_server_the_work_is_done_on_the_spot():
    assert run_beside("work", lambda: 3) == make_once("made", lambda: 3) == 3


@pytest.mark.parametrize("typed", ["drei Vögel", "zwei Vögel"])
def test_a_password_is_hashed_and_checked_beside_with_one_salt(settings, monkeypatch, typed):
    settings.PASSWORD_HASHERS = ["tarockclub.server.web.password_hashing.HashedBeside"]
    monkeypatch.setattr(HashedBeside, "iterations", 10)
    threads, hashed = [], PBKDF2PasswordHasher.encode

    def encode(*arguments):
        threads.append(threading.current_thread().name)
        return hashed(*arguments)

    monkeypatch.setattr(PBKDF2PasswordHasher, "encode", encode)

    def site(environ, start_response):
        start_response("200 OK", [])
        return [str(check_password(typed, make_password("drei Vögel"))).encode()]

    assert ask_site(site, b"")[0].body == str(typed == "drei Vögel").encode()
    assert {thread.rpartition("_")[0] for thread in threads} == {"passwords"}
    assert len(threads) == 2


def test_spare_work_is_done_step_by_step_after_answers_and_while_nobody_asks(monkeypatch):
    monkeypatch.setattr(site_module, "IDLE_SECONDS", 60)
    steps: list[int] = []
    done = threading.Event()

    def work() -> Iterator[None]:
        for step in range(4):
            steps.append(step)
            yield
        done.set()

    answers = Answers(Site(echo, work()))
    for count in (1, 2):
        answers.ask()
        answers.wait(count)
    assert steps in ([0], [0, 1])  # the last step comes after its answer
    monkeypatch.setattr(site_module, "IDLE_SECONDS", 0.001)
    answers.ask()
    assert done.wait(20)
    assert steps == [0, 1, 2, 3]
    answers.ask()
    assert len(answers.wait(4)) == 4
