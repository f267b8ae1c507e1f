"""The part of this installation beside a stand-by laptop: first, following the first, or replaced by the other one.

It is about this computer, so it is in the data folder, not in the book, which a backup brings elsewhere. Whoever takes
over raises the term: of two that believe to be first, the one with the lower term is first no more.
"""

import hashlib
import hmac
import json
import os
import secrets
from collections.abc import Callable
from enum import StrEnum
from pathlib import Path
from typing import Any, NamedTuple

from django.conf import settings
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils.cache import add_never_cache_headers
from django.utils.translation import gettext as _

from tarockclub.platform.server import secret_key

FILE = "stand-by.json"
LETTERS, LENGTH = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ", 16  # 80 bits, without characters that look alike
RETRY_SECONDS = "10"
# What still works on a laptop that is not first: it is about this computer, or about who is logged in here.
_OWN_ROUTES = ("backups/", "log-in/", "log-out/", "password/", "setup/", "i18n/", "preferences/")


class LaptopPart(StrEnum):
    """The part of this installation."""

    FIRST = "first"  # also where there is no other
    FOLLOWING = "following"
    REPLACED = "replaced"


class StandBy(NamedTuple):
    """The part, and what the two laptops know of each other."""

    part: LaptopPart = LaptopPart.FIRST
    term: int = 0
    code: str = ""  # both have it; it never travels itself
    other: str = ""  # the address of the other one
    own: str = ""  # how the other one reaches this one
    until: str = ""  # what was taken over, by the clock of the other one
    since: str = ""  # the same by the clock here: what was entered here later, the other one may lack


def load_stand_by() -> StandBy:
    """Return the part of this installation."""
    try:
        raw = json.loads((Path(settings.DATA_DIR) / FILE).read_text(encoding="utf-8"))
        row = StandBy(**raw)
        return row._replace(part=LaptopPart(row.part), term=int(row.term))
    except (OSError, ValueError, TypeError):
        return StandBy()


def save_stand_by(row: StandBy) -> StandBy:
    """Save it, so that it also outlives a power cut."""
    part = Path(settings.DATA_DIR) / f"{FILE}.{secrets.token_hex(4)}"
    with os.fdopen(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="utf-8") as stream:
        stream.write(json.dumps(row._asdict()))
        stream.flush()
        os.fsync(stream.fileno())
    part.replace(part.with_name(FILE))
    return row


def draw_laptop_code() -> str:
    """Return a new code that can be typed."""
    return "".join(secrets.choice(LETTERS) for _letter in range(LENGTH))


def clean_laptop_code(typed: str) -> str:
    """Return the code in what was typed; "" if it is none.

    >>> clean_laptop_code("abcd efgh-jklm 2345")
    'ABCDEFGHJKLM2345'
    """
    code = "".join(letter for letter in typed.upper() if letter not in " -")
    return code if len(code) == LENGTH and set(code) <= set(LETTERS) else ""


def prove_code(code: str, *parts: bytes) -> str:
    """Return the proof that whoever sends this knows the code."""
    return hmac.new(code.encode(), b"\n".join(parts), hashlib.sha256).hexdigest()


def adopt_stored_key() -> None:
    """Go on with the key of the book that was taken over, as it is in the data folder: nothing is started anew."""
    if load_stand_by().term:
        settings.BOOK_KEY = secret_key.read_key(
            secret_key.BOOK_VARIABLE, Path(settings.DATA_DIR) / secret_key.BOOK_FILE
        )


class StandByMiddleware:
    """A middleware by which nothing is saved on a laptop that is not first: phones keep what they have."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Pass the request on."""
        return self.get_response(request)

    def process_view(self, request: HttpRequest, _view: Any, _args: Any, _kwargs: Any) -> HttpResponse | None:
        """Refuse what would be written."""
        route = request.resolver_match.route if request.resolver_match else ""
        if request.method in ("GET", "HEAD", "OPTIONS") or route.startswith(_OWN_ROUTES):
            return None
        row = load_stand_by()
        return None if row.part is LaptopPart.FIRST else refuse_on_other(request, row)


def refuse_on_other(request: HttpRequest, row: StandBy) -> HttpResponse:
    """Return the refusal of a laptop that is not first."""
    sentence = format_not_first(row)
    if request.content_type == "application/json":
        answer: HttpResponse = JsonResponse({"saved": False, "code": "not_first", "message": sentence}, status=503)
    else:
        answer = render(
            request, "503.html", {"sentence": sentence, "sent": request.method == "POST", "certain": True}, status=503
        )
    answer.headers["Retry-After"] = RETRY_SECONDS
    add_never_cache_headers(answer)
    return answer


def find_other_address() -> str:
    """Return the address of the laptop to which phones bring their hands if this one does not answer; "": none."""
    row = load_stand_by()
    return row.other if row.code and row.part is not LaptopPart.FOLLOWING and not row.until else ""


def format_not_first(row: StandBy) -> str:
    """Return the sentence about a laptop that is not first; "" if it is."""
    if row.part is LaptopPart.FIRST:
        return ""
    return _("This laptop is not the first one: nothing is entered here. The first one is at %(address)s.") % {
        "address": row.other
    }
