"""The API as a whole: its parts, its error responses, its document. Loaded with the first request for it."""

from collections.abc import Callable, Mapping
from functools import cache, partial
from importlib import import_module
from typing import Any, Literal

from django.conf import settings
from django.core.exceptions import PermissionDenied, RequestDataTooBig
from django.http import Http404, HttpRequest, HttpResponse, UnreadablePostError
from django.urls import URLResolver
from django.urls.resolvers import RegexPattern
from ninja import NinjaAPI
from ninja.errors import HttpError, ValidationError
from ninja.parser import Parser
from ninja.renderers import JSONRenderer
from pydantic import Field

from tarockclub.kit.time_source import REAL_TIME, load_course, now
from tarockclub.platform.api.authentication import OF_ANY_ROLE, find_caller, require_staff_account
from tarockclub.platform.api.errors import REFUSALS, ApiError, Mistake, build_error_response, format_bound, format_error
from tarockclub.platform.api.operations import ROUTER, Part
from tarockclub.platform.api.schemas import Number, Out, decode_body
from tarockclub.platform.server.installation import find_version

part = Part("about", "The caller, and the time of the server.")


class Time(Out):
    """The time of the server, which all clocks follow."""

    now: Number = Field(description="Milliseconds since 1970, UTC.")
    speed: float = Field(description="Speed of time: 1, except for demos and tests.")


class Me(Out):
    """The caller of a token and its role."""

    club: str
    name: str = Field(
        description="The person for whom the program acts; everything it writes is recorded under this name."
    )
    role: Literal["cashier", "watcher", "treasurer", "referee", "secretary", "director"]


@part.get("time")
def read_time(request: HttpRequest) -> Time:
    """Return the time of the server."""
    runs = REAL_TIME if settings.TIME_FILE is None else load_course(settings.TIME_FILE)
    return Time(now=round(now().timestamp() * 1000), speed=runs.speed)


@part.get("me", door=OF_ANY_ROLE)
def read_me(request: HttpRequest) -> Me:
    """Return the person for whom this token acts, and its role."""
    account = require_staff_account(request)
    return Me.model_validate(
        {"club": account.club.name, "name": account.person.name, "role": find_caller(request).rights.role}
    )


Answer = Callable[[HttpRequest, Any], HttpResponse]
PARTS: tuple[Part, ...] = (
    part,
    *(part for package in settings.API_PARTS for part in import_module(package).PARTS),
)
_CODES = {
    "missing": "missing_field",
    "extra_forbidden": "unknown_field",
    "literal_error": "not_offered",
    "enum": "not_offered",
    "union_tag_invalid": "not_offered",
    "union_tag_not_found": "missing_field",
    "string_pattern_mismatch": "wrong_form",
    "value_error": "wrong_form",
    "uuid_parsing": "wrong_form",
}
_BOUNDS = ("greater_than", "less_than", "too_long", "too_short", "string_too")


class _Strict(Parser):
    """A parser that reads bodies with decode_body."""

    def parse_body(self, request: HttpRequest) -> Any:
        """Return the value of a body."""
        return decode_body(request)


class _Short(JSONRenderer):
    """A renderer of JSON without blanks."""

    json_dumps_params = {"separators": (",", ":"), "ensure_ascii": False}  # noqa: RUF012 -- ninja's own declaration


@cache
def build_api() -> NinjaAPI:
    """Return the API with all its operations."""
    api = NinjaAPI(
        title="Tarockclub",
        version=find_version(),
        openapi_url=None,
        docs_url=None,
        urls_namespace="api-v1",
        parser=_Strict(),
        renderer=_Short(),
    )
    api.add_router("", ROUTER)
    for kind, answer in _ANSWERS.items():
        api.add_exception_handler(kind, answer)
    for kind, explain in REFUSALS.items():
        api.add_exception_handler(kind, partial(_handle_refusal, explain))
    return api


@cache
def build_resolver() -> URLResolver:
    """Return the resolver of addresses below /api/v1/."""
    return URLResolver(RegexPattern(r"^"), build_api().urls[0])


def _build_mistake(error: Mapping[str, Any]) -> Mistake:
    kind, where = error["type"], error["loc"]
    code = _CODES.get(kind, "out_of_range" if any(bound in kind for bound in _BOUNDS) else "wrong_type")
    places = [str(step)[:60] for step in where[1:]]
    if where and where[0] == "body":
        places = places[1:]  # the argument of the function
    return Mistake("/".join(places), code, format_bound(kind, error.get("ctx", {})) or format_error(code))


def _handle_parser_error(_request: HttpRequest, error: Any) -> HttpResponse:
    """Return the response for a body that the parser has refused."""
    refused = error.__cause__
    return build_error_response(refused if isinstance(refused, ApiError) else ApiError(400, "invalid_json"))


def _handle_invalid(_request: HttpRequest, error: Any) -> HttpResponse:
    """Return the response for a body that does not fit the schema, with all mistakes at once."""
    return build_error_response(ApiError(400, "invalid", errors=[_build_mistake(mistake) for mistake in error.errors]))


def _handle_refusal(explain: Callable[[Any], ApiError], _request: HttpRequest, refused: Any) -> HttpResponse:
    return build_error_response(explain(refused))


def _reraise(_request: HttpRequest, error: Any) -> HttpResponse:
    raise error  # a program error, or trouble with the database: for the caller


def _make_handler(status: int, code: str) -> Answer:
    return lambda _request, _error: build_error_response(ApiError(status, code))


_ANSWERS: dict[type[Exception], Answer] = {
    ApiError: lambda _request, failed: build_error_response(failed),
    HttpError: _handle_parser_error,
    ValidationError: _handle_invalid,
    Http404: _make_handler(404, "not_found"),
    PermissionDenied: _make_handler(403, "not_for_role"),
    RequestDataTooBig: _make_handler(413, "too_large"),
    UnreadablePostError: _make_handler(400, "invalid_json"),
    Exception: _reraise,
}
