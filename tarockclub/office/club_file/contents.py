"""The contents of a club file: every model whose rows belong to a club, except what stays behind."""

import secrets
from collections.abc import Callable, Iterator
from datetime import datetime
from typing import Any

from django.apps import apps
from django.contrib.auth.hashers import make_password
from django.db.models import Model, Q, QuerySet

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
