"""Who may log in: the only writer of accounts."""

from contextlib import AbstractContextManager

from django.db import IntegrityError, transaction

from scoring.ledger.act_chain import acting
from scoring.ledger.sealed_rows import CLUB
from tarockclub.accounts import sessions
from tarockclub.accounts.persons import locked, new_person
from tarockclub.api import tokens
from tarockclub.models import Account, Club, ClubAct, Person, login_name


class LoginTaken(Exception):  # noqa: N818 -- no error of the program, but an answer
    """Somebody has this log-in name already."""


class LastDirector(Exception):  # noqa: N818 -- no error of the program, but an answer
    """Nobody would be left who may give others access."""


@transaction.atomic
def create_account(club: Club, name: str, login: str, password: str, role: str) -> Account:
    """Give somebody access; a player of the same name is the same person."""
    locked(club)
    login = login_name(login)
    account = Account(club=club, person=_person(club, name), login=login, role=role)
    account.set_password(password)
    try:
        with transaction.atomic(), _seals(account):
            account.save()
    except IntegrityError as error:  # log-in names are told apart across all clubs
        raise LoginTaken(login) from error
    return account


def _person(club: Club, name: str) -> Person:
    """The person of this name who has no access yet, or somebody new."""
    known = Person.objects.filter(club=club, name=name, erased=None, merged_into=None, account=None)
    return known.order_by("number").first() or new_person(club, name)


@transaction.atomic
def change_rights(account: Account, *, role: str, active: bool) -> None:
    """Change what an account may do; refuses to leave a club without a director."""
    club = locked(account.club)  # of two directors who shut out each other at once, one stays
    directors = Account.objects.filter(club=club, role=Account.Role.DIRECTOR, is_active=True)
    stays = active and role == Account.Role.DIRECTOR
    if not stays and list(directors) == [account]:
        raise LastDirector(account.login)
    account.role, account.is_active = role, active
    with _seals(account):
        account.save(update_fields=["role", "is_active"])
    if not active:
        sessions.end_places(account)


def _seals(account: Account) -> AbstractContextManager[None]:
    """Write the act about what an account may do from now on."""
    said = {"person": account.person_id, "role": account.role, "active": account.is_active}
    return acting(CLUB, account.club_id, ClubAct.Kind.ACCOUNT, said)


@transaction.atomic
def set_password(account: Account, password: str) -> None:
    """Give an account another password; whoever got in with the old one, or a program for him, is out."""
    account.set_password(password)
    account.save(update_fields=["password"])
    sessions.end_places(account)
    tokens.end_all(account)


def rename_club(club: Club, name: str) -> None:
    """Give the club another name."""
    club.name = name
    club.save(update_fields=["name"])
