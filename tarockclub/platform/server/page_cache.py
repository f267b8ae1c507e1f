"""Pages that many phones request again and again: built once, stored compressed, and not sent again unchanged.

The view of such a page gives its content a tag that changes with any difference. The page contains nothing for one
phone alone.
"""

import gzip
import time
from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from threading import Lock
from typing import Final, Generic, NamedTuple, TypeVar

from django.http import HttpRequest, HttpResponse
from django.urls import get_script_prefix

# The headers by which a phone knows a page of this program that it may keep (scoring/table/offline).
CACHE_HEADER: Final = "X-Page"  # never sent by an inn's network: only responses with it are kept
WORKER_HEADER: Final = "X-By-Itself"  # sent by the phone's store, which nobody has asked
MOST_KEPT, MOST_BYTES = 128, 32 << 20  # of the pages of one kind
COMPRESSION = 6
_nothing_older: ContextVar[bool] = ContextVar("nothing_older", default=False)


def is_going_elsewhere() -> bool:
    """Return whether what is made here goes elsewhere: into files, which do not follow what somebody agrees to."""
    return _nothing_older.get()


@contextmanager
def read_newest() -> Iterator[None]:
    """Return nothing older than now: what is made here goes elsewhere, and nobody will ask for it again."""
    token = _nothing_older.set(True)
    try:
        yield
    finally:
        _nothing_older.reset(token)


def is_for_elsewhere() -> bool:
    """Return whether what is made now goes elsewhere: a file cannot be asked for its next page."""
    return _nothing_older.get()


K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


class LruCache(Generic[K, V]):
    """The most recently used values, by name: the oldest is dropped if there are more than `most`.

    With `weigh` also if they are together heavier than `most_weight`; only the newest one may be heavier alone.
    """

    def __init__(self, most: int, *, weigh: Callable[[V], int] | None = None, most_weight: int = 0) -> None:
        self._most, self._weigh, self._most_weight = most, weigh, most_weight
        self._kept: OrderedDict[K, tuple[V, int]] = OrderedDict()  # with their weights
        self._lock = Lock()

    def get(self, name: K) -> V | None:
        """Return the stored value; None if there is none."""
        with self._lock:
            entry = self._kept.get(name)
            if entry is None:
                return None
            self._kept.move_to_end(name)
            return entry[0]

    def put(self, name: K, value: V) -> None:
        """Store a value."""
        weight = 0 if self._weigh is None else self._weigh(value)
        with self._lock:
            self._kept[name] = value, weight
            self._kept.move_to_end(name)
            while len(self._kept) > self._most or (len(self._kept) > 1 and self.compute_weight() > self._most_weight):
                self._kept.popitem(last=False)

    def compute_weight(self) -> int:
        """Return the weight of all values together; 0 if nothing is weighed."""
        return 0 if self._weigh is None else sum(weight for _value, weight in self._kept.values())

    def __len__(self) -> int:
        return len(self._kept)


class VersionCache(Generic[V]):
    """The newest value of each of the most recently used names, with its version.

    Versions come from the database, so servers that share one agree; what was read from another database is kept
    apart, as are pages with the addresses of a club.
    With a pace or with seconds a value is used for a while although there is a newer version: for `pace` times the time
    that making it took (even with constant changes, making takes at most one part in `pace` of the program's time), and
    for that many seconds. `quick`: seconds of making that may be spent at any time, so that only what takes long is
    ever old. `weigh` and `most_weight` as of `LruCache`.
    """

    def __init__(
        self,
        most: int,
        *,
        pace: int = 0,
        seconds: float = 0,
        quick: float = 0,
        weigh: Callable[[V], int] | None = None,
        most_weight: int = 0,
    ) -> None:
        self._pace, self._seconds, self._quick = pace, seconds, quick
        weigh_entry = None if weigh is None else lambda entry: weigh(entry[1])
        # With the end of its validity.
        self._kept: LruCache[Hashable, tuple[str, V, float]] = LruCache(
            most, weigh=weigh_entry, most_weight=most_weight
        )

    def find(self, name: Hashable, version: str, *, at_once: bool = False) -> tuple[str, V] | None:
        """Return the value of this version or, while it is valid, an older one, each with its version; None: make it.

        `version`, `at_once` as of `load_newest`.
        """
        entry, at_once = self._kept.get((get_script_prefix(), name)), at_once or _nothing_older.get()
        if entry is not None and ((version and entry[0] == version) or (time.monotonic() < entry[2] and not at_once)):
            return entry[0], entry[1]
        return None

    def find_any(self, name: Hashable) -> V | None:
        """Return the value of whatever version there is, for whoever cannot wait for another one."""
        entry = None if _nothing_older.get() else self._kept.get((get_script_prefix(), name))
        return None if entry is None else entry[1]

    def load_newest(
        self, name: Hashable, version: str, make: Callable[[], V], *, at_once: bool = False
    ) -> tuple[str, V]:
        """Return the value of this version or, while it is valid, an older one, each with its version; or make it now.

        The version "" says that only making the value would tell; `at_once`: nothing older is returned.

        >>> pages = VersionCache(8, seconds=60)
        >>> pages.load_newest("wall", "1", lambda: "a"), pages.load_newest("wall", "2", lambda: "b")
        (('1', 'a'), ('1', 'a'))
        >>> pages.load_newest("wall", "2", lambda: "b", at_once=True)
        ('2', 'b')
        """
        pair = self.find(name, version, at_once=at_once)
        if pair is not None:
            return pair
        began = time.monotonic()
        value = make()
        now = time.monotonic()
        valid_until = now + max(self._seconds, self._pace * (now - began - self._quick))
        self._kept.put((get_script_prefix(), name), (version, value, valid_until))
        return version, value

    def compute_weight(self) -> int:
        """Return the weight of all values together; 0 if nothing is weighed."""
        return self._kept.compute_weight()

    def __len__(self) -> int:
        return len(self._kept)


class CachedPage(NamedTuple):
    """A page that is ready to be sent."""

    tag: str
    body: bytes  # gzip


class PageCache:
    """The newest bodies of the most recently used pages, by name; a page's tag is its version.

    With a pace, a body is built again only after `pace` times its building time. With seconds, a page that changes by
    itself gets another tag only after so many.
    """

    def __init__(self, most: int = MOST_KEPT, *, pace: int = 0, seconds: float = 0) -> None:
        self._bodies: VersionCache[bytes] = VersionCache(most, pace=pace)
        self._tags: VersionCache[None] = VersionCache(most, seconds=seconds)

    def load_body(self, name: Hashable, tag: str, make: Callable[[], str]) -> bytes:
        """Return the stored body for this tag, or build it now."""
        return self.load_newest(name, tag, make).body

    def load_newest(self, name: Hashable, tag: str, make: Callable[[], str], *, at_once: bool = False) -> CachedPage:
        """Return the stored page for this tag, or, within the pace, the previous one; otherwise build it now."""

        def build_body() -> bytes:
            return gzip.compress(make().encode(), COMPRESSION, mtime=0)

        return CachedPage(*self._bodies.load_newest(name, tag, build_body, at_once=at_once))

    def choose_tag(self, name: Hashable, acts: int, newest: str, *, at_once: bool = False) -> str:
        """Return the tag to show now: the newest, or that of a moment ago while nobody has acted.

        >>> pages = PageCache(seconds=60)
        >>> pages.choose_tag("wall", 7, "a"), pages.choose_tag("wall", 7, "b"), pages.choose_tag("wall", 8, "c")
        ('a', 'a', 'c')
        """
        return self._tags.load_newest((name, acts), newest, lambda: None, at_once=at_once)[0]

    def compute_weight(self) -> int:
        """Return the bytes of all bodies together."""
        return self._bodies.compute_weight()

    def __len__(self) -> int:
        return len(self._bodies)


def has_tag(request: HttpRequest, tag: str) -> bool:
    """Return whether the phone already has this tag; proxies that compress mark it as weak."""
    header = request.headers.get("If-None-Match", "")
    return tag in (word.strip().removeprefix("W/") for word in header.split(","))


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


def build_json_etag_response(request: HttpRequest, tag: str, body: Callable[[], bytes]) -> HttpResponse:
    """Return a kept body (gzip, of JSON) with its tag; 304 without the body if the client already has it."""
    response = build_etag_response(request, tag, body)
    response["Content-Type"] = "application/json; charset=utf-8"
    response["Vary"] = "Accept-Encoding"  # handle_api_request adds the rest; cookies make no difference here
    return response
