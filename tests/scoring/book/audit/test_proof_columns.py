"""Whatever column of any table is changed, the proof finds it, or tests/data/proof.toml says why it does not."""

import tomllib
from collections.abc import Callable
from datetime import UTC, date, datetime
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.apps import apps
from django.db import IntegrityError, models, transaction

from scoring.book.audit import BOOK, list_slices, prove_slice, verify
from scoring.book.audit.records import SENTENCES
from scoring.models import AccessToken, Entry
from scoring.sheets.own_sheets.services import create_sheet, save_version
from scoring.table.evenings.services import archive_evening
from tarockclub.models import Club, ClubOrigin, Job, MessageAddress, Note
from tarockclub.platform.accounts.api_tokens import create_token
from tarockclub.platform.accounts.persons import create_person
from tarockclub.platform.act_chain import CHAINS
from tarockclub.platform.publication import change_publication
from tests.scoring.support.tables import new_table
from tests.scoring.support.tampering import behind_the_back, full_book, simple_book
from tests.support.accounts import give_factor, make_account
from tests.support.paths import DATA, ROOT
from tests.support.shared_rows import share_rows
from tests.tournaments.seasons.season.seasons import NAMES, day, end_season, play_tournament, season
from tests.tournaments.support import acts, factories
from tests.tournaments.support.factories import new_key
from tests.tournaments.support.season_events import a_club
from tournaments.models import Entrant, Tournament
from tournaments.people.registration.actions import submit_application
from tournaments.people.roles.selectors import give_role
from tournaments.people.teams.services import TeamDetails
from tournaments.seasons.season.services import SeasonDetails, create_season
from tournaments.seasons.season.settings import SeasonSettings

pytestmark = [pytest.mark.django_db, pytest.mark.no_cover, pytest.mark.heavy]  # the same proof for each column
FILE = "tests/data/proof.toml"
MOST_KINDS = 5  # rows of a table whose every column is changed
GROUPS = tomllib.loads((DATA / "proof.toml").read_text("utf-8"))
MODELS = {model._meta.label: model for model in apps.get_models()}


def list_named(kind: str) -> set[str]:
    """The columns that the file names; of a whole table all."""
    named = [column for group in GROUPS[kind] for column in group["columns"]]
    assert len(named) == len(set(named))
    columns: set[str] = set()
    for column in named:
        label, _dot, name = column.rpartition(".")
        fields = list_fields(MODELS[label])
        columns |= {f"{label}.{field.name}" for field in fields} if name == "*" else {column}
    return columns


def list_fields(model: type[models.Model]) -> list[Any]:
    """The columns of a table, but for what identifies the row."""
    return [field for field in model._meta.concrete_fields if not field.primary_key]


# For each kind of column a value that the filled database has nowhere, and one for rows that must have some.
VALUES: list[tuple[Any, Any, Any]] = [
    (models.JSONField, '{"other": 1}', {}),
    (models.GenericIPAddressField, "192.0.2.1", "192.0.2.9"),
    (models.TimeField, "03:04:00", "05:06:00"),
    (models.UUIDField, "0" * 32, "1" * 32),
    (models.DateTimeField, datetime(2001, 1, 1, tzinfo=UTC), datetime(2020, 1, 1, tzinfo=UTC)),
    (models.BinaryField, b"other", b"x"),
    (models.TextField, "other", ""),
    (models.DateField, date(2001, 1, 1), date(2020, 1, 1)),
]


def find_other(field: Any, row: Any) -> Any:
    """Another value that the database takes."""
    if field.is_relation:
        others = field.related_model._default_manager.exclude(pk=getattr(row, field.attname)).order_by("pk")
        return others.values_list("pk", flat=True).first()
    if isinstance(field, models.BooleanField):
        return not getattr(row, field.attname)
    if isinstance(field, models.CharField):
        return "other"[: field.max_length]
    number = 99 if type(field) is models.PositiveIntegerField else 5
    usual = number if getattr(row, field.attname) != number else 4
    return next((value for kind, value, _first in VALUES if isinstance(field, kind)), usual)


def statement(model: type[models.Model], field: Any) -> str:
    """The change of one column of one row; amounts go on adding up to 0, which the database itself demands."""
    change = f'"{field.column}" = %(value)s'
    if field.column[:-1] in ("money", "written") and model is Entry:
        name, place = field.column[:-1], int(field.column[-1])
        another = f"{name}{(place + 1) % 6}"
        change = f'"{field.column}" = "{field.column}" + 6, "{another}" = "{another}" - 6'
    return f'UPDATE "{model._meta.db_table}" SET {change} WHERE "{model._meta.pk.column}" = %(pk)s'


def make_row(model: type[models.Model], word: str = "x", number: int = 1) -> models.Model:
    """A row with whatever its columns demand; where it may, each column has its default."""
    values: dict[str, Any] = {}
    for field in model._meta.concrete_fields:
        if field.has_default() or field.null or getattr(field, "auto_now_add", False) or field.name == "id":
            continue
        if field.related_model is not None:
            values[field.attname] = field.related_model._default_manager.order_by("pk").values_list("pk", flat=True)[0]
        elif isinstance(field, models.CharField | models.TextField):
            values[field.attname] = word
        else:
            usual = bool(number) if isinstance(field, models.BooleanField) else number
            values[field.attname] = next((value for kind, _other, value in VALUES if isinstance(field, kind)), usual)
    return model._default_manager.create(**values)


@share_rows
def full_database() -> None:
    """A database with rows in each table: a full book, a club in which nearly everything has happened, the rest."""
    table, account = full_book(), make_account("director")
    for name in ("Beim Adler", "Im Keller"):
        own = create_sheet(table.club, name, "treffpunkt")
        save_version(own, own.draft_state, own.sheet, "so beschlossen", account)
    create_token(account, "Programm", "director", 30, "p" * 16)
    assert AccessToken.objects.filter(table=table).exists()
    give_factor(account, "JBSWY3DPEHPK3PXP")
    a_club()
    fill_tournaments(table.club)
    archive_some(table.club)
    second_of_each()
    assert verify() == []
    for model in MODELS.values():
        if not model._default_manager.exists():
            make_row(model)
    for model in (Job, ClubOrigin, EmailAddress, MessageAddress):  # to which others point
        make_row(model, "y")
    assert verify() == []


def fill_tournaments(club: Club) -> None:
    """Teams, a helper, what is public, and a tournament and a season beside those there are."""
    of = factories.tournament(team_size=2)
    factories.people(of, 4)
    acts.create_teams(of.pk, new_key(), pair_entrants(of))
    acts.open_round(of, new_key())
    acts.open_link(of.pk, new_key())
    of.refresh_from_db()
    submit_application(of, new_key(), "Gerlinde")
    for _number in range(2):
        give_role(of, make_account(""), "referee")
    create_season(new_key(), club, SeasonDetails("Wintercup", SeasonSettings()))
    change_publication(club, {"results": True})


def archive_some(club: Club) -> None:
    """An evening and a tournament in the archive, a season that is over, with a final and a cup that is carried."""
    evening, of = simple_book(), factories.tournament(club)
    archive_evening(evening)
    factories.enter_people(of, *NAMES)
    acts.set_archived(of, new_key())
    cup = season(club, "Linzer Cup")
    day(cup, *NAMES)
    play_tournament(cup, *NAMES, kind="final")
    day(cup, kind="carried")
    over = season(club, "Alter Cup")
    day(over, *NAMES)
    end_season(over)


def pair_entrants(of: Tournament) -> list[TeamDetails]:
    """Two teams of a tournament with four."""
    first, second, third, fourth = Entrant.objects.filter(tournament=of).order_by("pk").values_list("pk", flat=True)
    return [TeamDetails("Adler", (first, second)), TeamDetails("Bären", (third, fourth))]


def second_of_each() -> None:
    """Something else of every kind that a row may point to."""
    new_table("skoty")
    club = Club.objects.create(name="other")
    create_person(club, "other")
    create_token(make_account("director", club), "other", "director", 9, "k" * 16)
    Note.objects.create(text="other", salt=b"salt", digest="")


def try_change(model: type[models.Model], change: Callable[[], object], refusal: str = "") -> str:
    """Say whether a change behind the program's back is found, missed, or refused by the database for this reason."""
    try:
        with transaction.atomic():
            change()
            found = any(prove_slice(name) for name in sort_slices(model))
            raise _Tried("found" if found else "missed")
    except _Tried as tried:
        return str(tried)
    except IntegrityError as error:
        if refusal not in str(error).lower():
            raise
        return "refused"


class _Tried(Exception):  # noqa: N818 -- it takes the change back
    pass


def sort_slices(model: type[models.Model]) -> list[str]:
    """All parts of the proof, first those of chains that seal rows of this model: most changes are found there."""
    near = {
        chain.name
        for chain in CHAINS.values()
        if model._meta.label
        in (chain.acts, chain.owners, *(part.model for part in (*chain.parts, chain.by_act) if part))
    }
    return sorted(list_slices(), key=lambda name: (name.split()[0] not in near, not name.startswith(BOOK)))


def change_column(model: type[models.Model], field: Any, row: models.Model) -> str:
    """Put another value into this column of a row."""
    values = {"value": find_other(field, row), "pk": row.pk}
    return try_change(model, lambda: behind_the_back(statement(model, field), **values), "unique")


def delete_row(row: models.Model) -> str:
    """Take a row away, without those that point to it."""
    meta = type(row)._meta
    delete = f'DELETE FROM "{meta.db_table}" WHERE "{meta.pk.column}" = %(pk)s'
    return try_change(type(row), lambda: behind_the_back(delete, pk=row.pk))


def pick_rows(model: type[models.Model], most: int | None = MOST_KINDS) -> list[models.Model]:
    """The first row, the last one, and one of each other kind: open and ended, of an evening and of a tournament ..."""
    rows = list(model._default_manager.order_by("pk"))
    kinds = {find_kind(row): row for row in rows}
    return list({row.pk: row for row in (rows[0], rows[-1], *kinds.values())}.values())[:most]


def find_kind(row: models.Model) -> tuple[Any, ...]:
    """The mark of a kind of rows: choices, ticks, what is empty."""
    kind = []
    for field in list_fields(type(row)):
        value = getattr(row, field.attname)
        is_word = isinstance(field, models.BooleanField) or bool(field.choices)
        kind.append(value if is_word or value is None else bool(value))
    return tuple(kind)


@pytest.mark.parametrize("label", MODELS)
def test_a_change_of_any_column_is_found_but_for_those_that_the_file_names(full_database, label):
    model, outcomes = MODELS[label], {}
    for field in list_fields(model):
        is_partly = f"{label}.{field.name}" in list_named("partly")
        rows = pick_rows(model, None if is_partly else MOST_KINDS)
        outcomes[f"{label}.{field.name}"] = {change_column(model, field, row) for row in rows} - {"refused"}
    assert {name for name, changes in outcomes.items() if changes == {"missed"}} == of_table("beside", label)
    assert {name for name, changes in outcomes.items() if changes > {"missed"}} == of_table("partly", label)


@pytest.mark.parametrize("label", MODELS)
def test_a_row_that_comes_or_goes_is_found_but_for_those_that_the_file_names(full_database, label):
    model = MODELS[label]
    outcomes = {try_change(model, lambda: make_row(model, "z", 77)), *map(delete_row, pick_rows(model))} - {"refused"}
    if outcomes:
        assert (label in list_rows("beside")) == (outcomes == {"missed"}), outcomes
        assert (label in list_rows("partly")) == (outcomes > {"missed"}), outcomes


def list_rows(kind: str) -> set[str]:
    """The tables whose rows may come or go; all those of which no column is sealed."""
    named = {label for group in GROUPS[kind] for label in group.get("rows", ())}
    return named | {column[:-2] for group in GROUPS[kind] for column in group["columns"] if column.endswith(".*")}


def of_table(kind: str, label: str) -> set[str]:
    """The columns of a table that the file names."""
    return {column for column in list_named(kind) if column.rpartition(".")[0] == label}


def test_the_document_has_the_list_of_the_file():
    words = "; ".join(group["words"] for kind in ("beside", "partly") for group in GROUPS[kind])
    text = " ".join((ROOT / "docs" / "dev" / "book.md").read_text("utf-8").split())
    assert f"Not covered ([why]({'../../' + FILE})): {words}." in text


def test_each_group_has_a_reason_and_names_columns_that_there_are():
    for kind in ("beside", "partly"):
        assert all(group["why"] and group["columns"] for group in GROUPS[kind])
        columns = list_named(kind)
        assert columns <= {f"{label}.{field.name}" for label, model in MODELS.items() for field in list_fields(model)}


def test_each_part_that_is_sealed_has_a_sentence_for_a_finding():
    parts = [part for chain in CHAINS.values() for part in (*chain.parts, *filter(None, (chain.by_act,)))]
    assert not [part.name for part in parts if f"left_{part.name}" not in SENTENCES]
