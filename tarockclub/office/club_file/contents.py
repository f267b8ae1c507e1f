"""The contents of a club file: which models, each row as JSON and back, and the refusals in words."""

import secrets
import uuid
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, date, datetime, time
from typing import Any

from django.apps import apps
from django.contrib.auth.hashers import make_password
from django.core.exceptions import ValidationError
from django.db import models
from django.db.models import Model, Q, QuerySet
from django.utils.dateparse import parse_date, parse_time
from django.utils.translation import gettext_lazy as _

from tarockclub.kit.days import parse_moment
from tarockclub.models import Club
from tarockclub.platform.clubs.features import build_counting_lookups
from tarockclub.platform.clubs.ownership import OWNERS, build_counting_filter, build_lookup, list_tournament_models

FORMAT = 1  # of the file; a program reads this one and older ones
MANIFEST, SCHEMA = "manifest.json", "schema.json"
CLUB, SHEET_VERSION, NOTE = "tarockclub.club", "scoring.sheetversion", "tarockclub.note"
# Models that are no part of it, with the reason.
LEFT_BEHIND = {
    "account.emailaddress": "nobody has one: allauth's table stays empty",
    "account.emailconfirmation": "the same",
    "mfa.authenticator": "secret",
    "scoring.accesstoken": "links for phones are secret: new ones are printed",
    "scoring.claimcount": "added up again from the hands",
    "scoring.playcount": "added up again from the hands",
    "scoring.tablecount": "added up again from the hands",
    "tarockclub.failurecount": "failed log-ins are counted where they happen",
    "tarockclub.federationmember": "the federation and its clubs belong to the installation",
    "tarockclub.message": "what is on its way is sent from the old installation",
    "usersessions.usersession": "it names sessions of the old installation",
    "tournaments.seasonoffer": "it stands between a club and its federation",
}
# What files of earlier versions have and nothing here knows any more: it is skipped.
RETIRED_MEMBERS = ("tarockclub.SharedRules.jsonl",)
RETIRED_COLUMNS = {"tarockclub.publication": frozenset({"origins"})}  # of models, by their labels in lower case
# Columns that stay behind, with what takes their place where the file is read (at a moment).
Substitute = Callable[[datetime], Any]
SECRETS: dict[str, dict[str, Substitute]] = {
    "tarockclub.account": {"password": lambda _at: make_password(None), "is_host": lambda _at: False},
    "tarockclub.apitoken": {"digest": lambda _at: secrets.token_hex(32), "ended": lambda at: at},
    "tarockclub.club": {"slug": lambda _at: "", "host_name": lambda _at: ""},  # addresses of an installation
    "tarockclub.person": {"page_digest": lambda _at: ""},  # links are secret: new ones are given
    "tournaments.season": {"link_digest": lambda _at: ""},
    "tournaments.tournament": {
        "register_digest": lambda _at: "",
        **dict.fromkeys(build_counting_lookups(), lambda _at: None),
    },
}


def list_models() -> list[type[Model]]:
    """Return the models of a file: first the club and the rules that all tables share, then by name."""
    labels = sorted(OWNERS.keys() - {SHEET_VERSION, *LEFT_BEHIND})
    return [Club, *(apps.get_model(label) for label in (SHEET_VERSION, *labels))]


def list_fields(model: type[Model]) -> list[Any]:
    """Return the fields of a model that a file has."""
    secret = SECRETS.get(model._meta.label_lower, {})
    return [field for field in model._meta.concrete_fields if field.name not in secret]


def find_target(field: Any) -> str:
    """Return the model (lower case label) whose ids a column has: of a row that shares the id of another, that one."""
    model = field.related_model
    while model._meta.pk.is_relation:
        model = model._meta.pk.related_model
    return str(model._meta.label_lower)


def select_rows(model: type[Model], club: int) -> QuerySet[Any]:
    """Return the rows of a club, in the order of their ids; without tournaments that count nowhere."""
    rows = _leave_uncounted_out(model, model._default_manager.order_by("pk"))
    if model is Club:
        return rows.filter(pk=club)
    label = model._meta.label_lower
    if label != SHEET_VERSION:
        return rows.filter(**{build_lookup(model): club})
    # Those of the program itself belong to no club: the ones that are used go along.
    users = [apps.get_model(name) for name in ("scoring.gametable", "tournaments.tournament")]
    used = Q(club=club)
    for user in users:
        used |= Q(club=None, pk__in=user._default_manager.filter(club=club).values("sheet_version"))
    return rows.filter(used)


def _leave_uncounted_out(model: type[Model], rows: QuerySet[Any]) -> QuerySet[Any]:
    """Leave out what belongs to a tournament that counts nowhere, which is gone tomorrow; its notes too."""
    of_tournaments = [of_tournament for of_tournament, _path in list_tournament_models()]
    if model in of_tournaments:
        return rows.filter(build_counting_filter(model))
    if model._meta.label_lower != NOTE:
        return rows
    for other in of_tournaments:
        for field in other._meta.concrete_fields:
            if field.related_model is model:
                noted = other._default_manager.filter(~build_counting_filter(other), **{f"{field.name}__isnull": False})
                rows = rows.exclude(pk__in=noted.values(field.name))
    return rows


def format_member(model: type[Model]) -> str:
    """Return the name of the file of a model's rows within the zip file."""
    return f"{model._meta.label}.jsonl"


def iter_members() -> Iterator[tuple[str, type[Model]]]:
    """Yield the names of all files with rows, with their models."""
    return ((format_member(model), model) for model in list_models())


class FileRefused(Exception):  # noqa: N818 -- no error of the program, but an answer
    """Raised for a file that is not read in; nothing was changed."""

    def __init__(self, code: str, **facts: str) -> None:
        super().__init__(code)  # so that it comes back from another process
        self.code, self.facts = code, facts

    def __str__(self) -> str:
        return format_refusal(self.code, self.facts)


_SENTENCES = {
    "no_zip": _("This is not the file of a club."),
    "members": _("The file contains something that does not belong into the file of a club: %(what)s"),
    "swollen": _("The file would unpack into far too much."),
    "damaged": _("The file is damaged: %(what)s is not as it was written."),
    "manifest": _("The file does not say what is in it."),
    "newer": _("The file was written by a newer version of the program (format %(what)s). Update this one first."),
    "row": _("A line of the file cannot be read."),
    "value": _("The file has a value that the program cannot have written: %(what)s"),
    "unknown_field": _("The file has a column that this program does not know: %(what)s"),
    "missing_field": _("The file lacks a column: %(what)s"),
    "foreign": _("The file refers to something that is not in it: %(what)s"),
    "text": _("The file has a text that the program cannot have written: %(what)s"),
    "broken": _("The books in the file are not whole: %(what)s"),
    "there": _("Something of this club is here already: a club is on one installation at a time."),
    "log_in": _("Nobody in the file who directs the club has this log-in name."),
}


def format_refusal(code: str, facts: dict[str, str]) -> str:
    """Return the sentence for a refusal."""
    return str(_SENTENCES[code]) % facts


MOST_ID = (1 << 53) - 1
_LIMITS = {models.PositiveSmallIntegerField: 1 << 15, models.PositiveIntegerField: 1 << 31}


def encode_value(value: Any) -> Any:
    """Return a value of a column as JSON has it."""
    if isinstance(value, datetime):
        return value.astimezone(UTC).isoformat()
    if isinstance(value, date | time):
        return value.isoformat()
    if isinstance(value, bytes | memoryview):
        return bytes(value).hex()
    return str(value) if isinstance(value, uuid.UUID) else value


def describe_type(field: Any) -> dict[str, Any]:
    """Return the JSON schema of a column."""
    return _describe(field) | ({"type": [_describe(field)["type"], "null"]} if field.null else {})


def _describe(field: Any) -> dict[str, Any]:  # noqa: C901 -- one case for each type
    if field.is_relation:
        return {"type": "integer", "description": f"id of {field.related_model._meta.label}"}
    match field:
        case models.BooleanField():
            return {"type": "boolean"}
        case models.DateTimeField():
            return {"type": "string", "format": "date-time"}
        case models.DateField():
            return {"type": "string", "format": "date"}
        case models.TimeField():
            return {"type": "string", "format": "time"}
        case models.BinaryField():
            return {"type": "string", "contentEncoding": "base16"}
        case models.UUIDField():
            return {"type": "string", "format": "uuid"}
        case models.IntegerField() | models.AutoField():
            return {"type": "integer"}
        case models.CharField():
            return {"type": "string", "maxLength": field.max_length}
        case models.TextField():
            return {"type": "string"}
    raise TypeError(field)  # a new type of column needs a decision


def build_parser(field: Any) -> Callable[[Any], Any]:
    """Return what reads a value of a column; it raises FileRefused for any other value."""
    parse = _choose_parser(field)

    def read(value: Any) -> Any:
        if value is None and field.null:
            return None
        try:
            result = parse(value)
        except (TypeError, ValueError, OverflowError, ValidationError) as error:
            raise FileRefused("value", what=f"{field.model._meta.label}.{field.name}") from error
        if result is None:
            raise FileRefused("value", what=f"{field.model._meta.label}.{field.name}")
        return result

    return read


def _choose_parser(field: Any) -> Callable[[Any], Any]:
    match field:
        case _ if field.is_relation or isinstance(field, models.AutoField):
            return lambda value: _parse_whole(value, 1, MOST_ID)
        case models.BooleanField():
            return lambda value: value if isinstance(value, bool) else None
        case models.DateTimeField():
            return parse_moment
        case models.DateField():
            return lambda value: parse_date(value)
        case models.TimeField():
            return lambda value: parse_time(value)
        case models.BinaryField():
            return bytes.fromhex
        case models.UUIDField():
            return lambda value: uuid.UUID(value)
        case models.IntegerField():
            least = 0 if field.get_internal_type().startswith("Positive") else -(1 << 63)
            most = next((limit for kind, limit in _LIMITS.items() if isinstance(field, kind)), 1 << 63)
            return lambda value: _parse_whole(value, least, most - 1)
    return _build_text_parser(field)


def _parse_whole(value: Any, least: int, most: int) -> int | None:
    is_whole = isinstance(value, int) and not isinstance(value, bool) and least <= value <= most
    return value if is_whole else None


def _build_text_parser(field: Any) -> Callable[[Any], Any]:
    most: int | None = getattr(field, "max_length", None)
    choices = {value for value, _label in field.flatchoices} | ({""} if field.blank else set())

    def parse(value: Any) -> str | None:
        if not isinstance(value, str) or "\0" in value or (most is not None and len(value) > most):
            return None
        value.encode()  # UnicodeEncodeError, a ValueError, for half a character
        return value if not field.flatchoices or value in choices else None

    return parse


def parse_row(row: Any, parsers: Sequence[tuple[str, Callable[[Any], Any], Any]]) -> list[Any]:
    """Return the values of a row in the order of these columns (name, parser, default); FileRefused for others."""
    if not isinstance(row, dict):
        raise FileRefused("row")
    unknown = row.keys() - {name for name, *_rest in parsers}
    if unknown:
        raise FileRefused("unknown_field", what=", ".join(sorted(map(str, unknown)))[:80])
    return [parse(row[name]) if name in row else _get_default(name, default) for name, parse, default in parsers]


def _get_default(name: str, default: Any) -> Any:
    if default is models.NOT_PROVIDED:
        raise FileRefused("missing_field", what=name)
    return default() if callable(default) else default
