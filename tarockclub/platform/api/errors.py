"""Errors of the API: one shape for all of them, with a sentence for people."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from django.http import HttpResponse, JsonResponse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

SENTENCES: dict[str, Promise] = {
    "invalid": _("What was sent cannot be accepted: see the errors."),
    "not_found": _("There is nothing at this address."),
    "method_not_allowed": _("This address does not accept that method."),
    "no_token": _("This needs a token: Authorization: Bearer …"),
    "unknown_token": _("This token is not valid (any more)."),
    "too_many_failures": _("Too many attempts have failed: please wait a while."),
    "not_for_role": _("The role of this token is not sufficient for that."),
    "no_right": _("This token only allows watching at this table."),
    "club_archived": _("This club is archived: its staff may read everything, and nothing is written any more."),
    "not_json": _("The body must be JSON: Content-Type: application/json."),
    "invalid_json": _("The body is not JSON that can be accepted."),
    "too_large": _("The body is too large, or nested too deeply."),
    "other_body": _("This key has already been used for something else."),
    "two_keys": _("The idempotency key in the body differs from the one in the header."),
    "missing_field": _("This is missing."),
    "unknown_field": _("This field is not known here."),
    "unknown_parameter": _("This parameter of the address is not known here."),
    "wrong_type": _("This has the wrong type."),
    "out_of_range": _("This is too small, too large, too short or too long."),
    "not_offered": _("This is not one of the values possible here."),
    "no_name": _("A name is missing, or it is too long."),
    "busy": _("Another export is being created: please try again in a moment."),
    "wrong_form": _("This is not in the right format."),
    "stale": _("Somebody else was quicker: check what is there now. Nothing was changed."),
    "ended": _("This evening has ended; nothing was saved."),
    "no_previous": _("Say which entry this follows."),
}

# By kinds of pydantic's errors: the fact that is the limit, and its sentence.
_BOUNDS: dict[str, tuple[str, Promise]] = {
    "greater_than_equal": ("ge", _("This is too small: at least %(limit)s.")),
    "less_than_equal": ("le", _("This is too large: at most %(limit)s.")),
    "string_too_short": ("min_length", _("This text is too short: its length is at least %(limit)s.")),
    "string_too_long": ("max_length", _("This text is too long: its length is at most %(limit)s.")),
    "too_short": ("min_length", _("These are too few: at least %(limit)s.")),
    "too_long": ("max_length", _("These are too many: at most %(limit)s.")),
}


def format_error(code: str) -> str:
    """Return the sentence for a code; the code itself if it has none."""
    return str(SENTENCES.get(code, code))


def format_bound(kind: str, facts: Mapping[str, Any]) -> str:
    """Return the sentence for the limit that a value exceeds, by what pydantic says of it; "" if it says no limit."""
    fact, sentence = _BOUNDS.get(kind, ("", ""))
    return str(sentence) % {"limit": facts[fact]} if fact in facts else ""


WAIT = "Retry-After"


class Mistake(NamedTuple):
    """An error in the submitted data, and its place."""

    path: str  # names and numbers with slashes between; "": the whole body
    code: str
    message: str


class ApiError(Exception):
    """Nothing was done; without a message, the code has a standard sentence (format_error)."""

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


# What the exceptions of upper floors mean to a program; their modules with operations register them.
REFUSALS: dict[type[Exception], Callable[[Any], ApiError]] = {}


def build_error_response(failed: ApiError) -> HttpResponse:
    """Return the response for an error."""
    content = {
        "code": failed.code,
        "message": failed.message or format_error(failed.code),
        "errors": [error._asdict() for error in failed.errors],
        **failed.more,
    }
    headers = {"Cache-Control": "no-store", **failed.headers}
    return JsonResponse(content, status=failed.status, headers=headers, json_dumps_params={"separators": (",", ":")})


def build_input_error(path: str, code: str, message: str = "") -> ApiError:
    """Return the error for one wrong value in the submitted data."""
    return ApiError(400, "invalid", errors=[Mistake(path, code, message or format_error(code))])
