"""The club to which a row belongs: for each model the foreign key that leads nearer to it."""

from collections.abc import Container
from functools import cache
from typing import Any, cast

from django.apps import apps
from django.db.models import ForeignKey, Model, Q

from tarockclub.models import Club
from tarockclub.platform.clubs.features import build_counting_lookups

OWNERS = {
    "account.emailaddress": "user",
    "account.emailconfirmation": "email_address",
    "mfa.authenticator": "user",
    "scoring.accesstoken": "table",
    "scoring.claimcount": "table",
    "scoring.deal": "table",
    "scoring.entry": "table",
    "scoring.gametable": "club",
    "scoring.heldhand": "table",
    "scoring.mark": "table",
    "scoring.ownsheet": "club",
    "scoring.ownsheetact": "own_sheet",
    "scoring.ownsheetversion": "own_sheet",
    "scoring.playcount": "table",
    "scoring.seated": "sitting",
    "scoring.sheetexample": "own_sheet",
    "scoring.sheetversion": "club",
    "scoring.sitting": "table",
    "scoring.tableact": "table",
    "scoring.tablecount": "table",
    "scoring.total": "sitting",
    "tarockclub.account": "club",
    "tarockclub.apitoken": "account",
    "tarockclub.clubact": "club",
    "tarockclub.clublog": "club",
    "tarockclub.clublogo": "club",
    "tarockclub.cluborigin": "club",
    "tarockclub.failurecount": "log",
    "tarockclub.federationmember": "federation",
    "tarockclub.logentry": "log",
    "tarockclub.message": "address",
    "tarockclub.messageaddress": "club",
    "tarockclub.note": "club",
    "tarockclub.originchain": "origin",
    "tarockclub.person": "club",
    "tarockclub.privacysettings": "club",
    "tarockclub.publication": "club",
    "tarockclub.setasidebook": "club",
    "tournaments.act": "tournament",
    "tournaments.application": "tournament",
    "tournaments.draw": "round",
    "tournaments.entrant": "tournament",
    "tournaments.hall": "tournament",
    "tournaments.hallpicture": "hall",
    "tournaments.invitation": "tournament",
    "tournaments.invitationpicture": "invitation",
    "tournaments.listcolumns": "club",
    "tournaments.presence": "round",
    "tournaments.prize": "tournament",
    "tournaments.round": "tournament",
    "tournaments.roundtable": "round",
    "tournaments.ruling": "tournament",
    "tournaments.season": "club",
    "tournaments.seasonact": "season",
    "tournaments.seasonevent": "season",
    "tournaments.seasonoffer": "season",
    "tournaments.seasonresult": "event",
    "tournaments.spelling": "club",
    "tournaments.team": "tournament",
    "tournaments.teammember": "team",
    "tournaments.tournament": "club",
    "tournaments.tournamentrole": "tournament",
    "usersessions.usersession": "user",
}
# Rows between a federation and a club: the key of the club, which reads and writes them as the federation does.
SHARED = {"tarockclub.federationmember": "club", "tournaments.seasonoffer": "club"}
FOR_ALL = frozenset({"scoring.sheetversion"})  # of these, the rows without a club are for everybody


def list_owned_models() -> list[type[Model]]:
    """Return the models whose rows belong to a club, without the clubs themselves."""
    return [apps.get_model(label) for label in OWNERS]


def build_lookup(model: type[Model]) -> str:
    """Return the lookup of the club of a model's rows, such as "round__tournament__club"; KeyError if there is none."""
    owner = find_owner(model._meta.label_lower, (Club._meta.label_lower,))
    if owner is None:
        raise KeyError(model)
    return owner[1]


def find_owner(label: str, owners: Container[str]) -> tuple[str, str] | None:
    """Return the nearest of these models to which a model's rows belong, with its lookup ("": itself); None: none."""
    path: list[str] = []
    while label not in owners:
        if label not in OWNERS:
            return None
        path.append(OWNERS[label])
        label = get_nearest_owner(apps.get_model(label))._meta.label_lower
    return label, "__".join(path)


def get_owner_key(model: type[Model]) -> "ForeignKey[Any, Any]":
    """Return the column that leads from a model's rows to those that they belong to."""
    return cast("ForeignKey[Any, Any]", model._meta.get_field(OWNERS[model._meta.label_lower]))


def get_nearest_owner(model: type[Model]) -> type[Model]:
    """Return the model to whose rows those of a model belong directly."""
    return get_owner_key(model).related_model


_TO_TOURNAMENT = {"tournaments.tournament": "", "scoring.gametable": "round_table__round__tournament"}


@cache
def list_tournament_models() -> tuple[tuple[type[Model], str], ...]:
    """Return the models of rows that belong to a tournament, with the lookup of it ("": itself).

    What hangs on other rows comes before these.
    """
    pairs = [(apps.get_model(label), path) for label in OWNERS if (path := _find_tournament(label)) is not None]
    return tuple(sorted(pairs, key=lambda pair: -pair[1].count("__") - bool(pair[1])))


def build_counting_filter(model: type[Model], path: str = "") -> Q:
    """Return the condition that a row does not belong to a tournament that counts nowhere.

    `path`: the lookup of the model's rows from those that are filtered, if they are others.
    """
    lookup = dict(list_tournament_models())[model]
    # Without lookups all rows count, and none does not: a Q() is the same when it is negated.
    return Q(**build_counting_lookups("__".join(filter(None, (path, lookup))))) or ~Q(pk__in=())


def _find_tournament(label: str) -> str | None:
    owner = find_owner(label, _TO_TOURNAMENT)
    return None if owner is None else "__".join(filter(None, (owner[1], _TO_TOURNAMENT[owner[0]])))
