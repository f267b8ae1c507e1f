"""Pages that many phones request again and again: built once, stored compressed, and not sent again unchanged.

The view of such a page gives its content a tag that changes with any difference. The page contains nothing for one
phone alone.
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
    """The most recently used values, by name: the oldest is dropped if there are more than `most`."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._kept: OrderedDict[K, V] = OrderedDict()
        self._lock = Lock()

    def get(self, name: K) -> V | None:
        """Return the stored value; None if there is none."""
        with self._lock:
            found = self._kept.get(name)
            if found is not None:
                self._kept.move_to_end(name)
            return found

    def put(self, name: K, value: V) -> None:
        """Store a value."""
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
    """The newest bodies of the most recently used pages, by name.

    With a pace, a body is built again only after `pace` times its building time: even with constant changes, building
    takes at most one part in `pace` of the program's time.
    """

    def __init__(self, most: int = MOST_KEPT, pace: int = 0) -> None:
        self._pace = pace
        self._kept: LruCache[Hashable, tuple[CachedPage, float]] = LruCache(most)  # and the end of its validity

    def load_body(self, name: Hashable, tag: str, make: Callable[[], str]) -> bytes:
        """Return the stored body for this tag, or build it now."""
        return self.load_newest(name, tag, make).body

    def load_newest(self, name: Hashable, tag: str, make: Callable[[], str], *, at_once: bool = False) -> CachedPage:
        """Return the stored page for this tag, or, within the pace, the previous one; otherwise build it now."""
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
    """Return whether the phone already has this tag; proxies that compress mark it as weak."""
    given = request.headers.get("If-None-Match", "")
    return tag in (word.strip().removeprefix("W/") for word in given.split(","))


def build_packed_response(request: HttpRequest, body: bytes) -> HttpResponse:
    """Return the response with a stored body, unpacked if the phone cannot do that."""
    if "gzip" not in request.headers.get("Accept-Encoding", ""):
        return HttpResponse(gzip.decompress(body))
    return HttpResponse(body, headers={"Content-Encoding": "gzip"})


def build_etag_response(request: HttpRequest, tag: str, body: Callable[[], bytes]) -> HttpResponse:
    """Return the response with the body and its tag; 304 without the body if the phone already has it."""
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
    """The tag of the last built version of each page."""

    def __init__(self, seconds: float, most: int = 64) -> None:
        self._seconds, self._most = seconds, most
        self._made: dict[Hashable, _TagEntry] = {}
        self._lock = Lock()

    def choose_tag(self, name: Hashable, acts: int, newest: str) -> str:
        """Return the tag to show now: the newest, or that of a moment ago.

        >>> pages = ThrottledVersions(60)
        >>> pages.choose_tag("wall", 7, "a"), pages.choose_tag("wall", 7, "b"), pages.choose_tag("wall", 8, "c")
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

    def note_version(self, name: Hashable, acts: int, tag: str) -> str:
        """Remember the version just shown, so that nothing older is shown afterwards."""
        with self._lock:
            self._keep(name, _TagEntry(time.monotonic(), acts, tag))
        return tag

    def _keep(self, name: Hashable, made: _TagEntry) -> None:
        if name not in self._made and len(self._made) >= self._most:
            self._made.clear()
        self._made[name] = made
