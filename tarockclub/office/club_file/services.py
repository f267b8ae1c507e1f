"""Reading a club file in as a new club: all of it, or nothing."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from django.apps import apps
from django.db.models import Model

from scoring.models import SheetVersion
from tarockclub.kit.time_source import now
from tarockclub.models import LOGO_DIGITS, Account, Club, ClubAct, ClubOrigin, normalize_login
from tarockclub.office.club_file.contents import SHEET_VERSION, list_models
from tarockclub.office.club_file.errors import FileRefused
from tarockclub.office.club_file.ids import IdMap
from tarockclub.office.club_file.insertion import Values, build_conversion, insert_file, insert_rows, iter_new_versions
from tarockclub.office.club_file.proof import check_chain_names, check_keys, note_origin, prove_club
from tarockclub.office.club_file.reader import ClubFile
from tarockclub.platform.accounts import services as accounts
from tarockclub.platform.accounts.actors import ANONYMOUS, Actor
from tarockclub.platform.accounts.club_log import Kind, record_access, seal_access
from tarockclub.platform.act_chain import watch_owner
from tarockclub.platform.club_look.colours import COLOUR
from tarockclub.platform.clubs.ownership import list_owned_models
from tarockclub.platform.sealed_rows import CLUB

Tell = Callable[[int], None]
CLUB_LABEL = "tarockclub.club"
_LOGO = re.compile(rf"[0-9a-f]{{{LOGO_DIGITS}}}")
_OF_EVERY_CLUB = ("tarockclub.clublog", "tarockclub.publication", "tarockclub.privacysettings")  # even of an empty one


class Director(NamedTuple):
    """A director of a club in a file, who gets a password: its hash, as accounts have it."""

    login: str = ""
    password: str = ""


NOBODY = Director()


def read_club(
    path: Path,
    tell: Tell,
    who: Actor = ANONYMOUS,
    director: Director = NOBODY,
    seal: Callable[[Club], None] | None = None,
) -> Club:
    """Read a file in as a new club and prove it; FileRefused, and then nothing has changed.

    All accounts come without a password. `seal` is called within the transaction, last of all.
    """
    with insert_file(path) as (file, ids):
        is_first = not Account.objects.exists()
        if is_first and find_empty_club() is None:
            Club.objects.filter(archived=None).update(archived=now())  # a demo, or what somebody has tried out
        club = _insert_club(file, ids, tell)
        seal_access(club.pk, Kind.CLUB_READ, who, file=file.digest, rows=file.rows)
        if director.login:
            _let_director_in(club, director, is_host=is_first)
        if seal is not None:
            seal(club)
    return club


def _insert_club(file: ClubFile, ids: IdMap, tell: Tell) -> Club:
    club = _write_club_row(file, ids)
    for model in list_models():
        if model is not Club:
            insert_rows(model, _iter_converted(file, model, ids), tell)
    shifts, keys = ids.encode_keys()
    facts: dict[str, Any] = {"digest": file.digest, "made": file.made, "at": now()}
    origin = ClubOrigin.objects.create(club=club, shifts=shifts, keys=keys, **facts)
    check_keys()
    check_chain_names(club)
    if not ids.is_same:
        note_origin(origin)
    prove_club(club)
    with watch_owner(CLUB, club.pk) as watch:
        watch.forget_before()
        watch.write(kind=ClubAct.Kind.SEALED, said=f'{{"file":"{file.digest}"}}', at=now())
    return club


def _write_club_row(file: ClubFile, ids: IdMap) -> Club:
    """Write the club itself: into the row of an installation where nothing is yet, or a new one."""
    rows = list(file.iter_objects(Club))
    if len(rows) != 1:
        raise FileRefused("damaged", what=CLUB_LABEL)
    row = rows[0]
    if row["colour"] and not COLOUR.fullmatch(row["colour"]):
        raise FileRefused("value", what="tarockclub.Club.colour")
    for name in ("logo", "picture"):
        if row[name] and not _LOGO.fullmatch(row[name]):
            raise FileRefused("value", what=f"tarockclub.Club.{name}")
    their_id = row.pop("id")
    empty = find_empty_club()
    own_id = empty.pk if empty else ids.move(CLUB_LABEL, their_id)
    ids.add_known(CLUB_LABEL, their_id, own_id)
    if empty is None:
        insert_rows(Club, [[own_id, *list(row.values())]], lambda _more: None)
    else:
        for label in _OF_EVERY_CLUB:
            apps.get_model(label)._default_manager.filter(club=empty).delete()
        Club.objects.filter(pk=own_id).update(**row)
    return Club.objects.get(pk=own_id)


def find_empty_club() -> Club | None:
    """Return the club that an installation begins with, as long as nothing belongs to it."""
    clubs = list(Club.objects.order_by("pk")[:2])
    if len(clubs) != 1 or any(model._default_manager.exists() for model in list_owned_models() if _is_strict(model)):
        return None
    return clubs[0]


def _is_strict(model: type[Model]) -> bool:
    return model._meta.label_lower not in (SHEET_VERSION, *_OF_EVERY_CLUB)


def _iter_converted(file: ClubFile, model: type[Model], ids: IdMap) -> Iterator[Values]:
    """Return the rows of a model with their ids here; the sheets of the program that are here already are these."""
    if model is SheetVersion:
        return iter_new_versions(file, ids)
    return map(build_conversion(model, ids), file.iter_rows(model))


def _let_director_in(club: Club, director: Director, *, is_host: bool) -> None:
    account = Account.objects.filter(
        club=club, login=normalize_login(director.login), role=Account.Role.DIRECTOR, is_active=True
    ).first()
    if account is None:
        raise FileRefused("log_in")
    accounts.set_password_hash(account, director.password)
    if is_host:
        with record_access(club.pk, Kind.HOST, about=account.person_id):
            Account.objects.filter(pk=account.pk).update(is_host=True)
