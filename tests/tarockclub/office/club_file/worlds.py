"""Clubs for the tests of their files, and two installations in one database: what was done in one is rolled back."""

import json
import zipfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from django.db import transaction

from scoring.book.audit import verify
from scoring.models import GameTable
from scoring.sheets.own_sheets.services import create_sheet, save_version
from scoring.table.corrections import changes
from tarockclub.models import Club, ClubAct, Person, Publication
from tarockclub.office.club_file.services import hash_password, read_club
from tarockclub.office.club_file.writer import write_club
from tarockclub.office.privacy.erasing import erase
from tarockclub.platform.accounts.persons import load_first_club
from tarockclub.platform.act_chain import record_act
from tarockclub.platform.sealed_rows import CLUB
from tests.scoring.support.evenings import change_book
from tests.scoring.support.tables import book_of, dreier, new_table, play, rufer, strike
from tests.support.accounts import make_account
from tests.tarockclub.office.privacy.everywhere import NAME, create_everywhere
from tests.tournaments.support.cup import play_cup
from tests.tournaments.support.season_events import a_club


class _Away(Exception):  # noqa: N818 -- it ends an installation
    pass


@contextmanager
def installation() -> Iterator[None]:
    """Another installation: nothing of it is left afterwards."""
    try:
        with transaction.atomic():
            yield
            raise _Away
    except _Away:
        pass


def write(path: Path, club: Club | None = None) -> Path:
    """Write the file of the club."""
    write_club(club or load_first_club(), path, lambda _more: None)
    return path


def read(path: Path, login: str = "", password: str = "") -> Club:
    """Take the club of a file over."""
    return read_club(path, lambda _more: None, director=hash_password(login, password))


def settle_strangers(count: int) -> Club:
    """Make a club with some persons, so that the ids of those who come are others."""
    first = load_first_club()
    strangers = [Person(club=first, number=number, name=f"Fremd {number}") for number in range(1, count + 1)]
    Person.objects.bulk_create(strangers)
    new_table(names=("Ida", "Jana", "Kurt", "Lisl"))
    make_account("director")
    return first


def play_evening() -> GameTable:
    """Play an evening with corrections, strikes and notes."""
    table = new_table()
    play(table, dreier(0))
    play(table, rufer(1))
    strike(table, "Frau Maier hat sich verzählt – Ärger!")
    play(table, dreier(2))
    change_book(table, changes.correct_hand(book_of(table).played[0].number, dreier(3)))
    return table


def erase_somebody() -> None:
    """Let somebody be everywhere, and be erased."""
    create_everywhere()
    erase(Person.objects.get(name=NAME))


def make_sheet() -> None:
    """Make house rules of the club's own, and play by them."""
    account = make_account("director")
    own = create_sheet(account.club, "Beim Adler", "treffpunkt")
    save_version(own, own.draft_state, "adler-1", "beschlossen", account)


def show_to_everybody() -> None:
    """Let everybody see something."""
    club = load_first_club()
    with record_act(CLUB, club.pk, ClubAct.Kind.PUBLIC, {"dates": True}):
        Publication.objects.create(club=club, dates=True)


BUILDERS: dict[str, Callable[[], Any]] = {
    "public": show_to_everybody,
    "evening": play_evening,
    "everything": a_club,
    "cup": play_cup,
    "erased": erase_somebody,
    "sheet": make_sheet,
}


def load_rows(path: Path) -> dict[str, list[dict[str, Any]]]:
    """Return all rows of a file."""
    with zipfile.ZipFile(path) as container:
        names = [name for name in container.namelist() if name.endswith(".jsonl")]
        return {name: [json.loads(line) for line in container.read(name).splitlines()] for name in names}


def prove() -> None:
    """Prove everything that is here."""
    assert verify() == []
