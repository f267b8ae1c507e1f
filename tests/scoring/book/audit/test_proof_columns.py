"""Whatever column of a book is changed, the proof finds it; the list says which ones do not matter to it."""

from datetime import UTC, date, datetime
from typing import Any

import pytest
from django.db import IntegrityError, models, transaction

from scoring.book.audit import verify
from scoring.models import (
    AccessToken,
    Deal,
    Entry,
    GameTable,
    OwnSheetAct,
    OwnSheetVersion,
    Seated,
    SheetVersion,
    Sitting,
    Total,
)
from scoring.sheets.own_sheets.services import create_sheet, save_version
from tarockclub.models import Account, ApiToken, Club, Note, Person
from tarockclub.platform.accounts.api_tokens import create_token
from tarockclub.platform.accounts.persons import create_person
from tests.scoring.support.tables import new_table
from tests.scoring.support.tampering import behind_the_back, full_book
from tests.support.accounts import make_account
from tests.support.shared_rows import share_rows

pytestmark = [pytest.mark.django_db, pytest.mark.no_cover, pytest.mark.heavy]  # the same proof for each column
ENDS = ("earliest", "latest")
FREE = {
    # How its start was sent, what stands outside the book: nothing of the book depends on it.
    GameTable: {"start_key", "start_digest", "held", "clock", "news", "archived"},
    SheetVersion: {"club_id", "sheet"},  # the text names its sheet
    OwnSheetVersion: set(),
    OwnSheetAct: set(),
    Deal: set(),
    Entry: set(),
    Note: {"club_id"},
    Seated: set(),
    Sitting: set(),
    Total: set(),
    # What people may change: names are sealed, how they are shown follows from them.
    Person: {
        *("called", "shown_as", "town", "categories", "birth_year", "contact", "details_public"),
        *("federation_number", "player_number", "page_digest", "page_public"),
    },
    Account: {"login", "is_helper"},
    AccessToken: {"made"},
    ApiToken: {"client", "made", "used"},
}


def other(model: type[models.Model], field: Any, row: Any) -> Any:
    """Another value that the database takes."""
    if field.is_relation:
        others = field.related_model.objects.exclude(pk=getattr(row, field.attname))
        return others.values_list("pk", flat=True).first()
    if isinstance(field, models.UUIDField):
        return "0" * 32
    if isinstance(field, models.DateTimeField):
        return datetime(2001, 1, 1, tzinfo=UTC)
    if isinstance(field, models.BinaryField):
        return b"other"
    if isinstance(field, models.CharField | models.TextField):
        return "other"
    if isinstance(field, models.DateField):
        return date(2001, 1, 1)
    if isinstance(field, models.BooleanField):
        return not getattr(row, field.attname)
    if type(field) is models.PositiveIntegerField:
        return 99
    return 5 if getattr(row, field.attname) != 5 else 4


def statement(model: type[models.Model], field: Any, pk: int) -> str:
    """The change of one column of one row; amounts go on adding up to 0, which the database itself demands."""
    change = f'"{field.column}" = %(value)s'
    if field.column[:-1] in ("money", "written") and model is Entry:
        name, place = field.column[:-1], int(field.column[-1])
        another = f"{name}{(place + 1) % 6}"
        change = f'"{field.column}" = "{field.column}" + 6, "{another}" = "{another}" - 6'
    return f'UPDATE "{model._meta.db_table}" SET {change} WHERE "{model._meta.pk.column}" = {pk}'


@share_rows
def ends() -> dict[tuple[type[models.Model], str], models.Model]:
    """The first and the last row of every kind in a full book, beside something else of every kind."""
    table, account = full_book(), make_account("director")
    for name in ("Beim Adler", "Im Keller"):
        own = create_sheet(table.club, name, "treffpunkt")
        save_version(own, own.draft_state, own.sheet, "so beschlossen", account)
    create_token(account, "Programm", "director", 30, "p" * 16)
    assert AccessToken.objects.filter(table=table).exists()
    found = {(model, end): getattr(model._default_manager, end)("pk") for model in FREE for end in ENDS}
    second_of_each()
    assert verify() == []
    return found


def second_of_each() -> None:
    """Something else of every kind that a row may point to."""
    new_table("skoty")
    club = Club.objects.create(name="other")
    create_person(club, "other")
    create_token(make_account("director", club), "other", "director", 9, "k" * 16)
    Note.objects.create(text="other", salt=b"salt", digest="")


def is_found(model: type[models.Model], field: Any, row: Any) -> bool:
    """Return True if another value in this column is found, or not even taken."""
    with transaction.atomic():
        try:
            behind_the_back(statement(model, field, row.pk), value=other(model, field, row))
            return bool(verify())
        except IntegrityError as error:
            if "unique" in str(error).lower():
                return True
            raise
        finally:
            transaction.set_rollback(True)


@pytest.mark.parametrize("end", ENDS)
@pytest.mark.parametrize("model", FREE, ids=lambda model: model.__name__)
def test_a_change_of_any_column_is_found_but_for_those_that_do_not_matter(ends, model, end):
    fields = [field for field in model._meta.concrete_fields if not field.primary_key]
    assert {field.column for field in fields if not is_found(model, field, ends[model, end])} == FREE[model]
