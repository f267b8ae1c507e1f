"""Nobody is let into a queue that would take too long; who asks how the server is need not stand in line."""

import json
import threading
from queue import Empty

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tarockclub.server.web import request_queue
from tarockclub.server.web.request_queue import HEALTH, LIVE, MOST_HEALTH, MOST_SECONDS, READY, RequestQueue
from tarockclub.server.web.site import FULL, FULL_FOR_PROGRAMS, OVERLOADED, TAKE_REFUSED, Answer, Site

PATIENCE = 20  # seconds


def queue_of(requests: int, seconds: float, threads: int = 1) -> RequestQueue[int]:
    """A queue with requests, whose answers have all taken so many seconds for a long time."""
    queue = RequestQueue[int](threads)
    for _answer in range(1000):
        queue.note_answer(seconds)
    for request in range(requests):
        queue.put(request)
    return queue


@pytest.mark.parametrize(("requests", "seconds", "threads"), [(61, 0.1, 1), (241, 0.1, 4), (4, 2, 1), (4, 60, 1)])
def test_a_queue_is_full_if_it_would_take_longer_than_a_phone_waits(requests, seconds, threads):
    assert queue_of(requests, seconds, threads).is_full()
    assert not queue_of(requests * 3 // 4 - 1, seconds, threads).is_full()


def test_a_moment_in_which_the_machine_stood_still_keeps_nobody_out():
    queue = queue_of(100, 0.005)
    queue.note_answer(30)
    assert not queue.is_full()


@given(st.lists(st.floats(0, 100)), st.integers(1, 8))
def test_few_requests_are_always_let_in(seconds, threads):
    queue = RequestQueue[int](threads)
    for answer in seconds:
        queue.note_answer(answer)
    for request in range(threads * int(MOST_SECONDS / request_queue.LONGEST_SECONDS)):
        assert not queue.is_full()
        queue.put(request)


def test_each_comes_in_turn_and_questions_about_the_state_in_between():
    queue = queue_of(3, 0)
    for request, path in enumerate(HEALTH, 10):
        queue.put(request, path)
    came = [queue.take(0)[0] for _request in range(6)]
    assert [request for request in came if request < 10] == [0, 1, 2]
    assert [request for request in came if request >= 10] == [10, 11, 12]
    assert {came.index(10), came.index(0)} == {0, 1}
    with pytest.raises(Empty):
        queue.take(0)


def test_a_flood_of_such_questions_stands_in_line():
    queue = RequestQueue[int](1)
    for request in range(MOST_HEALTH):
        queue.put(request, LIVE)
    queue.put(-1)
    for request in range(MOST_HEALTH, MOST_HEALTH + 5):
        queue.put(request, LIVE)
    came = [queue.take(0)[0] for _request in range(MOST_HEALTH + 6)]
    assert came[:4] == [0, -1, 1, MOST_HEALTH]
    assert sorted(came) == [-1, *range(MOST_HEALTH + 5)]


def test_each_request_is_taken_once_by_one_of_many_threads():
    queue, came = RequestQueue[int](4), []

    def take():
        while (request := queue.take(PATIENCE)[0]) >= 0:
            came.append(request)

    threads = [threading.Thread(target=take) for _thread in range(4)]
    for thread in threads:
        thread.start()
    for request in range(4000):
        queue.put(request, LIVE if request % 3 else "")
    for _thread in threads:
        queue.put(-1)
    for thread in threads:
        thread.join(PATIENCE)
    assert sorted(came) == list(range(4000))


class Overloaded:
    """A site whose only thread is stuck while further requests come."""

    def __init__(self, monkeypatch):
        monkeypatch.setattr(request_queue, "MOST_SECONDS", -1.0)
        self.goes_on, self.is_over = threading.Event(), threading.Condition()
        self.answers: dict[str, Answer] = {}
        self.site = Site(self.serve)

    def serve(self, environ, start_response):
        """Answer what the request says about the queue."""
        assert self.goes_on.wait(PATIENCE)
        start_response("200 OK", [])
        return [json.dumps([environ[OVERLOADED], environ[TAKE_REFUSED]()]).encode()]

    def ask(self, path, **environ):
        """Send a request; an answer that is there at once, or None."""
        self.site.ask({"PATH_INFO": path, **environ}, None, lambda answer: self.take(path, answer))
        return self.answers.get(path)

    def take(self, path, answer):
        """Take an answer in."""
        with self.is_over:
            self.answers[path] = answer
            self.is_over.notify_all()

    def wait_for(self, path):
        """The answer to a request that was let in."""
        with self.is_over:
            assert self.is_over.wait_for(lambda: path in self.answers, PATIENCE)
        return json.loads(self.answers[path].body)


def test_an_overloaded_site_refuses_at_once_and_says_when_to_come_again(monkeypatch):
    overloaded = Overloaded(monkeypatch)
    told = overloaded.ask("/tables/x/hands/", CONTENT_TYPE="application/json")
    assert told == FULL_FOR_PROGRAMS
    said = json.loads(told.body)
    assert (told.status, said["saved"], said["code"]) == (503, False, "overloaded")
    assert overloaded.ask("/") == FULL
    for answer in (told, FULL):
        assert int(dict(answer.headers)["Retry-After"]) > 0
        assert dict(answer.headers)["Cache-Control"] == "no-store"
        text = answer.body.decode() if answer is FULL else said["message"]
        assert "zu viel los" in text
        assert "too much" in text
    assert overloaded.ask(READY) is None
    overloaded.goes_on.set()
    assert overloaded.wait_for(READY) == [True, 2]
    assert overloaded.ask("/metrics") is None
    assert overloaded.wait_for("/metrics") == [True, 0]
