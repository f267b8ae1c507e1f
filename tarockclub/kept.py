"""Pages that many phones ask for again and again: made once, kept compressed, and not sent where a phone has them.

Whoever serves such a page names what it shows by a tag that is another one whenever anything is different. Nothing in
it is of one phone alone.
"""

import gzip
import time
from collections import OrderedDict
from collections.abc import Callable, Hashable
from threading import Lock
from typing import NamedTuple

from django.http import HttpRequest, HttpResponse

MOST_KEPT = 128
COMPRESSION = 6


class Kept(NamedTuple):
    """A page that is ready to be sent."""

    tag: str
    body: bytes  # gzip


class Shelf:
    """The newest bodies of the pages that were asked for last, by name.

    With a pace a body whose making took some time is made anew only when so many times as long has passed: where
    something is new every moment, making it takes at most one part in `pace` of the program's time.
    """

    def __init__(self, most: int = MOST_KEPT, pace: int = 0) -> None:
        self._most, self._pace = most, pace
        self._kept: OrderedDict[Hashable, tuple[Kept, float]] = OrderedDict()  # and until when it may be shown
        self._lock = Lock()

    def body(self, name: Hashable, tag: str, make: Callable[[], str]) -> bytes:
        """What is kept under this tag, or else what is made now."""
        return self.newest(name, tag, make).body

    def newest(self, name: Hashable, tag: str, make: Callable[[], str], *, at_once: bool = False) -> Kept:
        """What is kept under this tag or, at the shelf's pace, was until a moment ago; or else what is made now."""
        began = time.monotonic()
        with self._lock:
            found, until = self._kept.get(name, (None, 0.0))
            if found is not None and (found.tag == tag or (began < until and not at_once)):
                self._kept.move_to_end(name)
                return found
        made = Kept(tag, gzip.compress(make().encode(), COMPRESSION, mtime=0))
        now = time.monotonic()
        with self._lock:
            self._kept[name] = made, now + self._pace * (now - began)
            self._kept.move_to_end(name)
            while len(self._kept) > self._most:
                self._kept.popitem(last=False)
        return made

    def __len__(self) -> int:
        return len(self._kept)


def has(request: HttpRequest, tag: str) -> bool:
    """Whether this is what the phone shows; proxies that compress call it weak."""
    given = request.headers.get("If-None-Match", "")
    return tag in (one.strip().removeprefix("W/") for one in given.split(","))


def packed(request: HttpRequest, body: bytes) -> HttpResponse:
    """A kept body for a phone that can unpack it, or not."""
    if "gzip" not in request.headers.get("Accept-Encoding", ""):
        return HttpResponse(gzip.decompress(body))
    return HttpResponse(body, headers={"Content-Encoding": "gzip"})


def answered(request: HttpRequest, tag: str, body: Callable[[], bytes]) -> HttpResponse:
    """The body under its tag; 304 without asking for it where the phone has it already."""
    response = HttpResponse(status=304) if has(request, tag) else packed(request, body())
    response["ETag"] = tag
    response["Cache-Control"] = "private, no-cache"
    response["Vary"] = "Cookie, Accept-Encoding"
    return response
