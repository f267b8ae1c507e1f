"""Two installations go on with the same club: what joins, what is refused, and who chooses."""

from pathlib import Path
from typing import Any, NamedTuple

import pytest
from django.db import IntegrityError, connection, transaction

from scoring.book.ledger.triggers import let_book_go, list_missing_triggers
from scoring.models import GameTable, OwnSheet, OwnSheetAct, Seated
from scoring.sheets.own_sheets.services import create_sheet, save_version
from scoring.table.evenings.services import EveningStart, start_evening
from tarockclub.models import Account, Club, LogEntry, Person, SetAsideBook
from tarockclub.office.club_file.errors import FileRefused
from tarockclub.office.club_file.merging import FILE, HERE, Conflict, merge_club
from tarockclub.office.club_file.set_aside import replace_book
from tarockclub.platform.accounts.actors import ANONYMOUS
from tarockclub.platform.accounts.persons import create_person
from tests.scoring.support.tables import dreier, play, strike
from tests.support.accounts import make_account
from tests.tarockclub.office.club_file.worlds import (
    installation,
    load_rows,
    play_evening,
    prove,
    read,
    settle_strangers,
    write,
)
from tests.tournaments.support import acts, factories
from tests.tournaments.support.factories import new_key
from tournaments.models import Act, Application, Hall, Round, SeasonAct, Tournament
from tournaments.people.name_lists.candidates import Newcomer
from tournaments.people.register.services import rename, set_federation_number
from tournaments.people.registration.services import submit_application
from tournaments.seasons.season.services import SeasonDetails, change_season, create_season
from tournaments.seasons.season.settings import SeasonSettings

pytestmark = pytest.mark.django_db
HAND, STRIKE, NEW_TABLE, NEW_PERSON = "hand", "strike", "new table", "new person"
ACT, ROUND, SHEET, SEASON = "act", "round", "sheet", "season"


class Case(NamedTuple):
    """The deeds of both sides after they were the same, and the result: numbers, or what is raised."""

    here: tuple[str, ...]
    there: tuple[str, ...]
    result: Any


CASES = {
    "nothing happened": Case((), (), (0, 0, 0, 0)),
    "only here": Case((HAND, ACT), (), (0, 0, 0, 0)),
    "a book goes on there": Case((), (HAND, STRIKE), (0, 1, 0, 0)),
    "another table there": Case((), (NEW_TABLE,), (1, 0, 0, 0)),
    "a table on each side": Case((NEW_TABLE,), (NEW_TABLE,), (1, 0, 0, 0)),
    "a book here, a table there": Case((HAND,), (NEW_TABLE, NEW_PERSON), (2, 0, 0, 0)),
    "somebody new on each side": Case((NEW_PERSON,), (NEW_PERSON, NEW_TABLE), (2, 0, 0, 0)),
    "the tournament goes on there": Case((HAND,), (ACT, ROUND), (2, 1, 0, 0)),
    "the tournament goes on on both sides": Case((ACT,), (ACT,), Conflict),
    "the same hand goes on on both sides": Case((HAND,), (HAND,), Conflict),
    "one more here than there": Case((HAND, HAND), (HAND,), Conflict),
}


def do(what: str, first: GameTable, of: Tournament) -> None:
    """Do something in a club."""
    table = GameTable.objects.get(pk=first.pk)
    match what:
        case "hand":
            play(table, dreier(1))
        case "strike":
            strike(table, "doch nicht")
        case "new table":
            play(sit_down(of.club, "Xaver"), dreier(2))
        case "new person":
            sit_down(of.club, f"Neu {Person.objects.count()}")
        case "act":
            factories.enter_people(of, f"Spät {Act.objects.count()}")
        case "sheet":
            own = OwnSheet.objects.get(club=of.club)
            save_version(own, own.draft_state, new_key(), new_key(), Account.objects.get(club=of.club))
        case "season":
            change_season(of.club.seasons.get().pk, new_key(), SeasonDetails(new_key(), SeasonSettings()))
        case "round":
            round_ = Round.objects.filter(tournament=of).first() or factories.round_(of)
            acts.publish_draw(round_, new_key(), acts.draft(round_, new_key()).number)


def sit_down(club: Club, fourth: str) -> GameTable:
    """Begin an evening of three who are known and somebody else."""
    return start_evening(new_key(), EveningStart(("Anna", "Berta", "Cilli", fourth), "treffpunkt", {}, 0), club)


@pytest.fixture(scope="module")
def files(tmp_path_factory) -> Path:
    """The folder of the files with which both sides begin; each is written once."""
    return Path(tmp_path_factory.mktemp("files"))


def begin(files: Path, *, is_more: bool = False) -> Path:
    """Return the file with which both sides begin; `is_more`: with a season and house rules of its own."""
    path = files / f"begin-{is_more}.zip"
    if path.exists():
        return path
    with installation():
        play_evening()
        of = factories.tournament()
        factories.people(of, 7)
        if is_more:
            create_sheet(make_account("director").club, "Beim Adler", "treffpunkt")
            create_season(new_key(), of.club, SeasonDetails("Saison", SeasonSettings()))
        return write(path)


def go_on(club: Club, deeds: tuple[str, ...]) -> None:
    """Do some things in a club."""
    first = club.gametable_set.earliest("pk")
    for what in deeds:
        do(what, first, club.tournaments.get())


def merge(path: Path, club: Club, **choices: str) -> Any:
    """Continue a club with a file."""
    return merge_club(path, club, lambda _more: None, ANONYMOUS, choices)


@pytest.mark.parametrize("name", CASES)
def test_what_two_sides_did(name, tmp_path, files):
    case = CASES[name]
    file = begin(files)
    with installation():
        settle_strangers(4)
        club = read(file)
        go_on(club, case.there)
        later = write(tmp_path / "later.zip", club)
    club = read(file)
    go_on(club, case.here)
    before = load_rows(write(tmp_path / "before.zip", club))
    if isinstance(case.result, tuple):
        assert merge(later, club) == case.result
        tables, tournaments = club.gametable_set.count(), Act.objects.filter(tournament__club=club).count()
        assert merge(later, club) == (0, 0, 0, 0)  # again: nothing more
        assert (tables, tournaments) == (club.gametable_set.count(), Act.objects.filter(tournament__club=club).count())
        assert LogEntry.objects.filter(log__club=club, kind="club_merged").count() == 2
        prove()
        assert read_again(club, tmp_path)
    else:
        with pytest.raises(case.result):
            merge(later, club)
        assert load_rows(write(tmp_path / "after.zip", club)) == before


@pytest.mark.parametrize("forked", [ACT, SHEET, SEASON])
def test_what_both_sides_continued_stays_and_the_rest_joins(forked, tmp_path, files):
    file = begin(files, is_more=True)
    with installation():
        settle_strangers(4)
        club = read(file)
        go_on(club, (forked, ROUND, HAND, NEW_TABLE) if forked == ACT else (forked, HAND, NEW_TABLE))
        later = write(tmp_path / "later.zip", club)
        new = {table.slug for table in club.gametable_set.filter(round_table=None)}
        drawn = {table.slug for table in club.gametable_set.exclude(round_table=None)}
    club = read(file)
    go_on(club, (forked,))
    before = load_acts(club)
    with pytest.raises(Conflict) as asked:
        merge(later, club)
    [fork] = asked.value.forks
    with pytest.raises(Conflict):
        merge(later, club, **{fork.name: FILE})  # it cannot be the file's
    assert SetAsideBook.objects.count() == 0
    assert merge(later, club, **{fork.name: HERE}) == (1, 1, 1 + len(drawn), 0)
    assert load_acts(club) == before
    assert set(club.gametable_set.values_list("slug", flat=True)) == new
    texts = list(SetAsideBook.objects.values_list("text", flat=True))
    assert all(any(str(slug) in text for text in texts) for slug in drawn)
    assert all(book.side == FILE and book.text for book in SetAsideBook.objects.all())
    prove()
    assert read_again(club, tmp_path)


def load_acts(club: Club) -> list[Any]:
    """Return the ends of what can fork besides tables."""
    kinds: list[Any] = [Act.objects.filter(tournament__club=club), SeasonAct.objects.filter(season__club=club)]
    kinds.append(OwnSheetAct.objects.filter(own_sheet__club=club))
    return [[(key, bytes(digest)) for key, digest in some.order_by("pk").values_list("pk", "hash")] for some in kinds]


def read_again(club: Club, folder: Path) -> bool:
    """Prove that a club which was continued can leave again."""
    path = write(folder / "again.zip", club)
    with installation():
        Club.objects.filter(pk=club.pk).update(name="x")
    return bool(load_rows(path))


@pytest.mark.parametrize("side", [HERE, FILE])
def test_the_director_chooses_between_two_books_and_the_other_is_kept(side, tmp_path, files):
    file = begin(files)
    with installation():
        settle_strangers(4)
        club = read(file)
        go_on(club, (HAND, STRIKE, HAND))
        later = write(tmp_path / "later.zip", club)
        there = club.gametable_set.earliest("pk")
    club = read(file)
    go_on(club, (HAND,))
    here = club.gametable_set.earliest("pk")
    with pytest.raises(Conflict) as asked:
        merge(later, club)
    fork = asked.value.forks[0]
    assert (fork.slug, fork.compared.here.sequence) == (here.slug, here.last_sequence)
    assert fork.compared.there.hash == bytes(there.head).hex()
    merge(later, club, **{here.slug.hex: side})
    kept, lost = (here, there) if side == HERE else (there, here)
    assert bytes(club.gametable_set.get(slug=here.slug).head) == bytes(kept.head)
    aside = SetAsideBook.objects.get()
    assert (aside.head, aside.side) == (bytes(lost.head).hex(), FILE if side == HERE else HERE)
    assert aside.text.count('"row":"scoring.Entry"') == lost.last_sequence
    play(here, dreier(0))
    prove()


def test_only_the_rows_of_one_table_can_go_and_nobody_waits():
    first, other = play_evening(), play_evening()
    with transaction.atomic(), let_book_go(connection, first.pk):
        if connection.vendor == "postgresql":
            with pytest.raises(IntegrityError, match="append-only"), transaction.atomic():
                Seated.objects.filter(sitting__table=other).earliest("pk").delete()
    replace_book(first, ANONYMOUS)
    assert (first.entries.count(), other.entries.count() > 0) == (0, True)
    assert list_missing_triggers(connection) == []
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute(
                "SELECT count(*) FROM pg_locks WHERE pid = pg_backend_pid() AND mode = 'AccessExclusiveLock'"
            )
            assert cursor.fetchone()[0] == 0
    with pytest.raises(IntegrityError, match="append-only"), transaction.atomic():
        Seated.objects.filter(sitting__table=other).earliest("pk").delete()


def test_the_other_way_round_too(tmp_path):
    """A laptop goes to the server, the server plays on, and the laptop takes that back."""
    with installation():
        play_evening()
        first = write(tmp_path / "first.zip")
    with installation():
        settle_strangers(6)
        club = read(first)
        go_on_at(club, 2)
        second = write(tmp_path / "second.zip", club)
    club = read(first)
    assert merge(second, club) == (0, 1, 0, 0)
    go_on_at(club, 1)
    prove()


def go_on_at(club: Club, hands: int) -> None:
    """Play some hands at the club's only table."""
    for _number in range(hands):
        play(club.gametable_set.get(), dreier(1))


def test_people_of_one_file_stay_the_same_and_no_namesake_gets_their_hands(tmp_path, files):
    file = begin(files)
    with installation():
        settle_strangers(4)
        club = read(file)
        table = sit_down(club, "Xaver")
        rename(club.persons.get(name="Berta"), "Berta Neu")
        set_federation_number(club.persons.get(name="Berta Neu"), "V7")
        namesake = create_person(club, "Anna")
        acts.enter(factories.tournament(club, name="Zweites").pk, new_key(), [Newcomer("Anna", namesake.pk)])
        later = write(tmp_path / "later.zip", club)
    club = read(file)
    rename(club.persons.get(name="Cilli"), "Cilli Hier")
    create_person(club, "Anders")
    assert set(club.persons.filter(number__lte=3).values_list("name", flat=True)) >= {"Anna", "Berta", "Cilli Hier"}
    merge(later, club)
    assert list(club.persons.filter(name__startswith="Berta").values_list("name", flat=True)) == ["Berta"]
    assert club.persons.filter(name__startswith="Cilli").count() == 1
    seated = Seated.objects.filter(sitting__table__slug=table.slug, person__name__in=("Berta", "Cilli Hier"))
    assert seated.count() == 2
    annas = list(club.persons.filter(name="Anna").order_by("number"))
    assert annas[0].number == 1
    assert [anna.entrants.filter(tournament__name="Zweites").count() for anna in annas] == [0, 1]
    prove()


@pytest.mark.parametrize(("here", "there"), [((), ()), ((), (ACT,)), ((ACT,), ())])
def test_registrations_and_the_hall_are_never_lost(here, there, tmp_path, files):
    file = begin(files)
    with installation():
        club = read(file)
        apply(club, "Dort")
        go_on(club, there)
        later = write(tmp_path / "later.zip", club)
    club = read(file)
    apply(club, "Hier")
    Hall.objects.create(tournament=club.tournaments.get(), announcement="Pause")
    go_on(club, here)
    for _time in range(2):
        merge(later, club)
        names = Application.objects.filter(tournament__club=club).values_list("name__text", flat=True)
        assert sorted(names) == ["Dort", "Hier"]
        assert Hall.objects.get().announcement == "Pause"
    prove()


def apply(club: Club, name: str) -> None:
    """Apply for the club's tournament."""
    club.tournaments.update(register_digest=name)
    submit_application(club.tournaments.get(), new_key(), name)


def test_the_file_of_another_club_is_refused(tmp_path, files):
    with installation():
        club = settle_strangers(2)
        Club.objects.filter(pk=club.pk).update(founded="2020-01-01T00:00:00Z")
        file = write(tmp_path / "other.zip")
    club = read(begin(files))
    with pytest.raises(FileRefused) as refused:
        merge(file, club)
    assert refused.value.code == "other_club"
