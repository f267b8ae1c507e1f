"""The preview of a list as a browser sends it on."""

from typing import Any

from django.test import Client

from tarockclub.kit.lists.columns import NUMBER, PAYMENT, TEAM
from tarockclub.kit.lists.file import read_pasted
from tarockclub.kit.lists.people import Purpose, read_rows
from tests.support.crawl.pages import Form, PageReader
from tournaments.people.list_import.register_list import REGISTER_KINDS
from tournaments.people.list_import.row_names import PageRow
from tournaments.people.name_lists.candidates import ListPerson, build_person

ENTRANT_KINDS = REGISTER_KINDS | {NUMBER, TEAM, PAYMENT}
CELLS_FIELD = "cells"  # the field that the form of a preview has


def find_preview(answer: Any) -> Form:
    """The form of the preview."""
    reader = PageReader("/")
    reader.feed(answer.content.decode())
    return next(form for form in reader.forms if CELLS_FIELD in form.fields)


def fill_preview(answer: Any) -> dict[str, Any]:
    """The fields of the preview as they stand there; a question that nobody has answered is not sent."""
    fields = find_preview(answer).fields
    sent = {
        name: list(field.sent) or ([""] if field.kind in ("hidden", "text") else []) for name, field in fields.items()
    }
    return {name: values for name, values in sent.items() if values and name != "csrfmiddlewaretoken"}


def confirm_preview(client: Client, answer: Any, **more: Any) -> Any:
    """Send the preview on, with other answers."""
    return client.post(find_preview(answer).action, fill_preview(answer) | more)


def list_rows(answer: Any) -> list[PageRow]:
    """The rows of a preview, in the order of the list."""
    groups = (answer.context[name] for name in ("asked", "looks", "rest"))
    return sorted((row for rows in groups for row in rows), key=lambda row: row.row)


def list_meanings(answer: Any) -> list[str]:
    """The meaning of each row of a preview."""
    return [row.what for row in list_rows(answer)]


def read_people(text: str, kinds: frozenset[str] = ENTRANT_KINDS) -> list[ListPerson]:
    """The people of a pasted list."""
    return [build_person(row) for row in read_rows(read_pasted(text), Purpose(kinds)).rows]
