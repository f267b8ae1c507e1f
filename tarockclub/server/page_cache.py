"""Pages that many phones ask for again and again: made once, kept compressed, and not sent where a phone has them.

Whoever serves such a page names what it shows by a tag that is another one whenever anything is different. Nothing in
it is of one phone alone.
"""

import gzip
import time
from collections import OrderedDict
from collections.abc import Callable, Hashable
from threading import Lock
from typing import Generic, NamedTuple, TypeVar

from django.http import HttpRequest, HttpResponse

MOST_KEPT = 128
COMPRESSION = 6


K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


class LruCache(Generic[K, V]):
    """What was asked for last, by name: the oldest is dropped where there is more than `most`."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._kept: OrderedDict[K, V] = OrderedDict()
        self._lock = Lock()

    def get(self, name: K) -> V | None:
        """What is kept; None where there is nothing."""
        with self._lock:
            found = self._kept.get(name)
            if found is not None:
                self._kept.move_to_end(name)
            return found

    def put(self, name: K, value: V) -> None:
        """Keep something."""
        with self._lock:
            self._kept[name] = value
            self._kept.move_to_end(name)
            while len(self._kept) > self._most:
                self._kept.popitem(last=False)

    def __len__(self) -> int:
        return len(self._kept)


class CachedPage(NamedTuple):
    """A page that is ready to be sent."""

    tag: str
    body: bytes  # gzip


class PageCache:
    """The newest bodies of the pages that were asked for last, by name.

    With a pace a body whose making took some time is made anew only when so many times as long has passed: where
    something is new every moment, making it takes at most one part in `pace` of the program's time.
    """

    def __init__(self, most: int = MOST_KEPT, pace: int = 0) -> None:
        self._pace = pace
        self._kept: LruCache[Hashable, tuple[CachedPage, float]] = LruCache(most)  # and until when it may be shown

    def body(self, name: Hashable, tag: str, make: Callable[[], str]) -> bytes:
        """What is kept under this tag, or else what is made now."""
        return self.newest(name, tag, make).body

    def newest(self, name: Hashable, tag: str, make: Callable[[], str], *, at_once: bool = False) -> CachedPage:
        """What is kept under this tag or, at the shelf's pace, was until a moment ago; or else what is made now."""
        began = time.monotonic()
        known = self._kept.get(name)
        if known is not None and (known[0].tag == tag or (began < known[1] and not at_once)):
            return known[0]
        made = CachedPage(tag, gzip.compress(make().encode(), COMPRESSION, mtime=0))
        now = time.monotonic()
        self._kept.put(name, (made, now + self._pace * (now - began)))
        return made

    def __len__(self) -> int:
        return len(self._kept)


def has_tag(request: HttpRequest, tag: str) -> bool:
    """Whether this is what the phone shows; proxies that compress call it weak."""
    given = request.headers.get("If-None-Match", "")
    return tag in (word.strip().removeprefix("W/") for word in given.split(","))


def build_packed_response(request: HttpRequest, body: bytes) -> HttpResponse:
    """A kept body for a phone that can unpack it, or not."""
    if "gzip" not in request.headers.get("Accept-Encoding", ""):
        return HttpResponse(gzip.decompress(body))
    return HttpResponse(body, headers={"Content-Encoding": "gzip"})


def build_etag_response(request: HttpRequest, tag: str, body: Callable[[], bytes]) -> HttpResponse:
    """The body under its tag; 304 without asking for it where the phone has it already."""
    response = HttpResponse(status=304) if has_tag(request, tag) else build_packed_response(request, body())
    response["ETag"] = tag
    response["Cache-Control"] = "private, no-cache"
    response["Vary"] = "Cookie, Accept-Encoding"
    return response


class _TagEntry(NamedTuple):
    at: float  # seconds, monotonic
    acts: int
    tag: str


class ThrottledVersions:
    """The tag of each page that was made last."""

    def __init__(self, seconds: float, most: int = 64) -> None:
        self._seconds, self._most = seconds, most
        self._made: dict[Hashable, _TagEntry] = {}
        self._lock = Lock()

    def tag(self, name: Hashable, acts: int, newest: str) -> str:
        """What is to be shown now: the newest, or what was made a moment ago.

        >>> pages = ThrottledVersions(60)
        >>> pages.tag("wall", 7, "a"), pages.tag("wall", 7, "b"), pages.tag("wall", 8, "c")
        ('a', 'a', 'c')
        """
        now = time.monotonic()
        with self._lock:
            last = self._made.get(name)
            if last is not None and last.acts == acts and now - last.at < self._seconds:
                return last.tag
            if last is None or last.tag != newest:
                self._keep(name, _TagEntry(now, acts, newest))
            return newest

    def made(self, name: Hashable, acts: int, tag: str) -> str:
        """Remember what somebody has just been shown: he shall not be shown anything older."""
        with self._lock:
            self._keep(name, _TagEntry(time.monotonic(), acts, tag))
        return tag

    def _keep(self, name: Hashable, made: _TagEntry) -> None:
        if name not in self._made and len(self._made) >= self._most:
            self._made.clear()
        self._made[name] = made
