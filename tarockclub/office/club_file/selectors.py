"""The words of pages about club files: for what was set aside, and what somebody has to choose between."""

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple
from uuid import UUID

from django.utils.dateparse import parse_datetime

from scoring.models import GameTable, OwnSheet, Seated
from tarockclub.models import Club, SetAsideBook
from tarockclub.office.club_file.comparison import End
from tarockclub.office.club_file.set_aside import build_aside_key
from tournaments.models import RoundTable, Season, Tournament

TABLE = GameTable._meta.label_lower


class Choice(NamedTuple):
    """Something that both sides continued, as the page asks."""

    field: str  # the name of the choice
    name: str
    details: str  # who sits there
    is_table: bool  # else it can only stay as it is here
    here: End
    there: End


def list_set_aside(club: Club) -> list[tuple[SetAsideBook, str]]:
    """Return the books of a club that do not count, the latest first, and what each is of ("": what is not here)."""
    books = list(SetAsideBook.objects.filter(club=club).defer("text").order_by("-pk"))
    names: dict[UUID, str] = _name_owners(club) if books else {}
    tables = _name_tables(club, [book.slug for book in books])
    return [(book, names.get(book.slug) or tables.get(book.slug, ("", ""))[0]) for book in books]


def list_choices(club: Club, forks: Iterable[Mapping[str, Any]]) -> list[Choice]:
    """Return what somebody has to choose between, with the names of here."""
    forks = list(forks)
    names = _name_owners(club)
    tables = _name_tables(club, [UUID(fork["name"]) for fork in forks if fork["kind"] == TABLE])
    found = []
    for fork in forks:
        is_table = fork["kind"] == TABLE
        key = UUID(fork["name"]) if _is_slug(fork["name"]) else build_aside_key(fork["name"])
        name, details = tables.get(key, ("", "")) if is_table else (names.get(key, fork["name"]), "")
        ends = [
            End(sequence, hash_, parse_datetime(at) if at else None)
            for sequence, hash_, at in (fork["here"], fork["there"])
        ]
        found.append(Choice(fork["name"], name, details, is_table, ends[0], ends[1]))
    return found


def _is_slug(name: str) -> bool:
    try:
        return UUID(name).hex == name
    except ValueError:
        return False


def _name_owners(club: Club) -> dict[UUID, str]:
    """Return the names of tournaments, seasons and sheets by the keys under which they are set aside."""
    names: dict[UUID, str] = {}
    for model in (Tournament, Season):
        names |= dict(model._default_manager.filter(club=club).values_list("slug", "name"))
    names |= {
        build_aside_key(sheet): sheet for sheet in OwnSheet.objects.filter(club=club).values_list("sheet", flat=True)
    }
    return names


def _name_tables(club: Club, slugs: Iterable[UUID]) -> dict[UUID, tuple[str, str]]:
    """Return of tables what they are, and who sits there."""
    tables = {table.pk: table for table in GameTable.objects.filter(club=club, slug__in=list(slugs))}
    places = RoundTable.objects.filter(game_table__in=tables).select_related("round__tournament")
    rounds = {place.game_table_id: place for place in places}
    seats = Seated.objects.filter(sitting__table__in=tables).order_by("sitting__place")
    people: dict[int, list[str]] = {}
    for table, name in seats.values_list("sitting__table", "person__name"):
        if name not in people.setdefault(table, []):
            people[table].append(name)
    names = {pk: f"{place.round.tournament.name} · {place.round.number}/{place.number}" for pk, place in rounds.items()}
    return {table.slug: (names.get(pk, ""), ", ".join(people.get(pk, ()))) for pk, table in tables.items()}
