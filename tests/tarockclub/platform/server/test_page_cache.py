"""Texts kept for many phones: made once for a tag, and at a pace where making them takes long."""

import gzip
from unittest.mock import Mock

from django.test import RequestFactory

from tarockclub.platform.server.page_cache import PageCache, VersionCache, build_etag_response


class Clock:
    """A time that a test sets; making a page takes as long as it says."""

    def __init__(self, monkeypatch, takes):
        self.now, self.takes, self.made = 0.0, takes, []
        monkeypatch.setattr("tarockclub.platform.server.page_cache.time.monotonic", lambda: self.now)

    def make(self, text):
        def make_text():
            self.now += self.takes
            self.made.append(text)
            return text

        return make_text


def text_of(one):
    return gzip.decompress(one.body).decode()


def test_without_a_pace_every_new_tag_is_made_at_once(monkeypatch):
    shelf, clock = PageCache(), Clock(monkeypatch, 1.0)
    assert [text_of(shelf.load_newest("page", tag, clock.make(tag))) for tag in ("a", "a", "b")] == ["a", "a", "b"]
    assert clock.made == ["a", "b"]


def test_at_a_pace_making_takes_at_most_a_part_of_the_time(monkeypatch):
    shelf, clock = PageCache(pace=10), Clock(monkeypatch, 0.2)
    shelf.load_newest("page", "0", clock.make("0"))
    while clock.now < 60:
        clock.now += 0.01
        tag = str(clock.now)
        shelf.load_newest("page", tag, clock.make(tag))
    assert 20 < len(clock.made) <= 60 / (10 * 0.2) + 1


def test_what_is_shown_late_says_so_by_its_tag_and_the_newest_comes(monkeypatch):
    shelf, clock = PageCache(pace=10), Clock(monkeypatch, 0.1)
    shelf.load_newest("page", "a", clock.make("a"))
    assert shelf.load_newest("page", "b", clock.make("b")).tag == "a"
    assert shelf.load_newest("other", "b", clock.make("b")).tag == "b"
    clock.now += 1.5
    found = shelf.load_newest("page", "b", clock.make("b"))
    assert (found.tag, text_of(found)) == ("b", "b")


def test_who_must_see_it_now_does(monkeypatch):
    shelf, clock = PageCache(pace=10), Clock(monkeypatch, 0.1)
    shelf.load_newest("page", "a", clock.make("a"))
    assert shelf.load_newest("page", "b", clock.make("b"), at_once=True).tag == "b"


def test_what_has_no_version_beforehand_is_shared_for_its_seconds(monkeypatch):
    values: VersionCache[str] = VersionCache(8, seconds=0.5)
    clock = Clock(monkeypatch, 0.1)
    found = []
    for text in "abc":
        found.append(values.load_newest("page", "", clock.make(text)))
        clock.now += 0.3
    assert found == [("", "a"), ("", "a"), ("", "c")]


def test_a_page_that_changes_by_itself_keeps_its_tag_for_a_moment_unless_somebody_acts(monkeypatch):
    shelf, clock = PageCache(seconds=2), Clock(monkeypatch, 0)
    assert [shelf.choose_tag("page", 7, tag) for tag in "abc"] == ["a", "a", "a"]
    assert shelf.choose_tag("page", 8, "d") == "d"
    assert shelf.choose_tag("page", 8, "e", at_once=True) == "e"
    clock.now += 1.9
    assert shelf.choose_tag("page", 8, "f") == "e"
    clock.now += 0.1
    assert shelf.choose_tag("page", 8, "f") == "f"


def test_a_phone_that_has_it_is_sent_nothing():
    for shown in ('"a"', 'W/"a"', '"b", "a"'):
        answer = build_etag_response(
            RequestFactory().get("/", HTTP_IF_NONE_MATCH=shown), '"a"', Mock(side_effect=AssertionError)
        )
        assert (answer.status_code, answer["ETag"], answer.content) == (304, '"a"', b"")


def test_a_phone_gets_it_packed_or_not():
    body = gzip.compress(b"Anna")
    plain = build_etag_response(RequestFactory().get("/", HTTP_IF_NONE_MATCH='"b"'), '"a"', lambda: body)
    packed = build_etag_response(RequestFactory().get("/", HTTP_ACCEPT_ENCODING="gzip"), '"a"', lambda: body)
    assert plain.content == b"Anna"
    assert (packed.content, packed["Content-Encoding"]) == (body, "gzip")
