"""Continuing a club with a newer file of the same club: books of other tables join, no book is forked silently."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, NamedTuple
from uuid import UUID

from django.db.models import Model

from scoring.models import GameTable, OwnSheet
from tarockclub.models import Club, ClubAct
from tarockclub.office.club_file.comparison import (
    BOOK,
    Compared,
    Status,
    compare_chains,
    join,
    list_continued_chains,
)
from tarockclub.office.club_file.errors import FileRefused
from tarockclub.office.club_file.ids import IdMap
from tarockclub.office.club_file.insertion import insert_file
from tarockclub.office.club_file.joining import Joiner
from tarockclub.office.club_file.persons import join_persons
from tarockclub.office.club_file.proof import check_keys, note_joined, prove_club
from tarockclub.office.club_file.reader import ClubFile
from tarockclub.office.club_file.set_aside import replace_book, set_aside_file
from tarockclub.platform.accounts.actors import ANONYMOUS, Actor
from tarockclub.platform.accounts.club_log import Kind, record_event
from tarockclub.platform.act_chain import record_act
from tarockclub.platform.sealed_rows import CLUB
from tournaments.models import Round, RoundTable, Season, Tournament

HERE, FILE = "here", "file"
Tell = Callable[[int], None]
Left = dict[type[Model], dict[int, Compared]]  # what stays as it is here: ids there
ROOTS: dict[type[Model], str] = {GameTable: "slug", OwnSheet: "sheet", Tournament: "slug", Season: "slug"}


class Fork(NamedTuple):
    """Something that was continued differently on both sides: both ends, and somebody has to choose."""

    slug: UUID | str  # of a sheet its word
    compared: Compared
    model: type[Model] = GameTable

    @property
    def name(self) -> str:
        """The name of the choice."""
        return self.slug.hex if isinstance(self.slug, UUID) else self.slug


class Conflict(Exception):  # noqa: N818 -- no error of the program, but an answer
    """Raised if somebody has to choose first; nothing was changed."""

    def __init__(self, forks: list[Fork]) -> None:
        super().__init__(len(forks))
        self.forks = forks


class MergeResult(NamedTuple):
    """The numbers of what a file has brought."""

    new: int
    longer: int
    set_aside: int
    applications: int = 0  # for tournaments that were not continued

    @property
    def is_empty(self) -> bool:
        """Tell whether the file brought nothing."""
        return not any(self)


class Owners(NamedTuple):
    """The owners of chains in a file, of one kind: by the id there."""

    names: Mapping[int, Any]  # by what they are known everywhere
    here: Mapping[int, int]  # of those that are here
    statuses: dict[int, Status]
    compared: Mapping[int, Compared]


def merge_club(
    path: Path,
    club: Club,
    tell: Tell,
    who: Actor = ANONYMOUS,
    choices: Mapping[str, str] | None = None,
    seal: Callable[[MergeResult], None] | None = None,
) -> MergeResult:
    """Continue a club with a file; FileRefused or Conflict, and then nothing has changed.

    `choices`: for the slug of a table (32 hex digits) whose book counts, HERE or FILE; for that of a tournament, a
    season, a sheet only HERE: it stays as it is. `seal` is called within the transaction, last of all.
    """
    with insert_file(path) as (file, ids):
        Club.objects.select_for_update(no_key=True).get(pk=club.pk)
        merged = _merge(file, ids, club, tell, who, choices or {})
        facts = {"new": merged.new, "longer": merged.longer, "set_aside": merged.set_aside}
        record_event(club.pk, Kind.CLUB_MERGED, who, file=file.digest, **facts)
        if seal is not None:
            seal(merged)
    return merged


def _merge(file: ClubFile, ids: IdMap, club: Club, tell: Tell, who: Actor, choices: Mapping[str, str]) -> MergeResult:
    owners = {model: _compare_owners(file, model, name, club) for model, name in ROOTS.items()}
    _must_be_same_club(file, club, owners)
    left = _find_left(file, owners)
    replaced = _choose(file, owners, left, choices)
    books = _leave(file, owners, left)
    joiner = Joiner(file, ids, club, {model: some.statuses for model, some in owners.items()})
    joiner.note_owners({model: some.here for model, some in owners.items()})
    with record_act(CLUB, club.pk, ClubAct.Kind.SEALED, {"file": file.digest}, who.person, who.device):
        join_persons(file, ids, club)
        stays = {model: {there: compared.there for there, compared in some.items()} for model, some in left.items()}
        kept: dict[int, None] = dict.fromkeys([*_list_kept(owners, choices), *books])
        aside = set_aside_file(file, club, who, {GameTable: kept, **stays})
        for table in replaced:
            replace_book(GameTable.objects.get(pk=owners[GameTable].here[table]), who)
            owners[GameTable].statuses[table] = Status.LONGER
        joiner.replaced.update(replaced)
        chains = joiner.list_chains()
        joiner.join(tell)
        applications = joiner.join_applications()
    changed = _count(owners, Status.NEW), _count(owners, Status.LONGER)
    if any(changed):
        note_joined(file, ids, club, chains)
        check_keys()
        prove_club(club)
    return MergeResult(changed[0], changed[1] - len(replaced), aside + len(replaced), applications)


def _count(owners: Mapping[type[Model], Owners], status: Status) -> int:
    return sum(found is status for some in owners.values() for found in some.statuses.values())


def _compare_owners(file: ClubFile, model: type[Model], name: str, club: Club) -> Owners:
    """Compare all chains of a kind of owner."""
    names = dict(file.iter_columns(model, "id", name))
    here = dict(model._default_manager.filter(club=club).values_list(name, "pk"))
    known = {there: here[value] for there, value in names.items() if value in here}
    found: dict[int, list[Status]] = {there: [] for there in known}
    shown: dict[int, Compared] = {}
    for chain in list_continued_chains():
        if chain.owners == model._meta.label:
            for there, compared in compare_chains(file, chain, known, club).items():
                found[there].append(compared.status)
                if chain is BOOK or model is not GameTable:
                    shown[there] = compared
    statuses = {there: join(found[there]) if there in known else Status.NEW for there in names}
    return Owners(names, known, statuses, shown)


def _must_be_same_club(file: ClubFile, club: Club, owners: Mapping[type[Model], Owners]) -> None:
    founded = [moment for (moment,) in file.iter_columns(Club, "founded")]
    if founded != [club.founded] and not any(some.here for some in owners.values()):
        raise FileRefused("other_club")


def _find_left(file: ClubFile, owners: Mapping[type[Model], Owners]) -> Left:
    """Return the tournaments, seasons and sheets (ids there) that both sides continued: they can only stay.

    A tournament goes together with its tables, whose clocks belong to its acts.
    """
    left = {
        model: {there: some.compared[there] for there, status in some.statuses.items() if status is Status.FORKED}
        for model, some in owners.items()
        if model is not GameTable
    }
    tables, tournaments = owners[GameTable].statuses, owners[Tournament].statuses
    for table, tournament in _list_table_tournaments(file).items():
        opposed = {Status.LONGER: Status.SHORTER, Status.SHORTER: Status.LONGER}.get(tournaments[tournament])
        if opposed is not None and tables[table] in (opposed, Status.FORKED):
            left[Tournament][tournament] = owners[Tournament].compared[tournament]
    return left


def _leave(file: ClubFile, owners: Mapping[type[Model], Owners], left: Left) -> list[int]:
    """Let stay what can only stay, tournaments with all their tables; return those whose book in the file has more."""
    for model, some in left.items():
        owners[model].statuses.update(dict.fromkeys(some, Status.SHORTER))
    books = []
    tables, tournaments = owners[GameTable].statuses, owners[Tournament].statuses
    for table, tournament in _list_table_tournaments(file).items():
        if tournament in left[Tournament]:
            if tables[table] in (Status.NEW, Status.LONGER, Status.FORKED):
                books.append(table)
            tables[table] = Status.SHORTER
        elif tournaments[tournament] is Status.LONGER and tables[table] is Status.SAME:
            tables[table] = Status.LONGER
    return books


def _list_table_tournaments(file: ClubFile) -> dict[int, int]:
    rounds = dict(file.iter_columns(Round, "id", "tournament"))
    return {table: rounds[of] for table, of in file.iter_columns(RoundTable, "game_table", "round") if of in rounds}


def _choose(file: ClubFile, owners: Mapping[type[Model], Owners], left: Left, choices: Mapping[str, str]) -> list[int]:
    """Return the tables whose book of the file is to count; Conflict while a choice is missing."""
    tables, of = owners[GameTable], _list_table_tournaments(file)
    forked = [
        there
        for there, status in tables.statuses.items()
        if status is Status.FORKED and of.get(there) not in left[Tournament]  # that stays with its tournament
    ]
    forks = [Fork(tables.names[there], tables.compared[there]) for there in forked]
    stays = [
        Fork(owners[model].names[there], compared, model)
        for model, some in left.items()
        for there, compared in some.items()
    ]
    if any(choices.get(fork.name) not in (HERE, FILE) for fork in forks) or any(
        choices.get(fork.name) != HERE for fork in stays
    ):
        raise Conflict([*stays, *forks])
    return [there for there in forked if choices[tables.names[there].hex] == FILE]


def _list_kept(owners: Mapping[type[Model], Owners], choices: Mapping[str, str]) -> list[int]:
    """Return the tables (ids there) whose book here counts although that of the file went on too."""
    tables = owners[GameTable]
    return [
        there
        for there, status in tables.statuses.items()
        if status is Status.FORKED and choices[tables.names[there].hex] == HERE
    ]
