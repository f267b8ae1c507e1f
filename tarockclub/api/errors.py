"""What is said where something cannot be done: one shape for all of it, with a sentence for people."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from django.http import HttpResponse, JsonResponse

from tarockclub.api.words import sentence_for

WAIT = "Retry-After"


class Mistake(NamedTuple):
    """Something that is wrong with what was sent, and where."""

    path: str  # names and numbers with strokes between; "": all of it
    code: str
    message: str


class Failed(Exception):  # noqa: N818 -- no error of the program, but an answer
    """Nothing was done; without a message the code has a sentence of its own (words.py)."""

    def __init__(
        self,
        status: int,
        code: str,
        message: str = "",
        errors: Sequence[Mistake] = (),
        *,
        headers: Mapping[str, str] | None = None,
        **more: Any,
    ) -> None:
        super().__init__(code)
        self.status, self.code, self.message, self.errors = status, code, message, tuple(errors)
        self.headers, self.more = dict(headers or {}), more


def answer_to(failed: Failed) -> HttpResponse:
    """The answer that says so."""
    said = {
        "code": failed.code,
        "message": failed.message or sentence_for(failed.code),
        "errors": [one._asdict() for one in failed.errors],
        **failed.more,
    }
    headers = {"Cache-Control": "no-store", **failed.headers}
    return JsonResponse(said, status=failed.status, headers=headers, json_dumps_params={"separators": (",", ":")})


def wrong(path: str, code: str, message: str = "") -> Failed:
    """The refusal of what was sent, for one thing that is wrong with it."""
    return Failed(400, "invalid", errors=[Mistake(path, code, message or sentence_for(code))])
