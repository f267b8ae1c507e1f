"""docs/dev/book.md names every kind of entry and every outcome of a write, and its example is saved."""

import json
import re

import pytest

from scoring.book.ledger.entries import Outcome
from scoring.models import Entry
from tests.scoring.support.pages import url
from tests.scoring.support.tables import new_table, totals
from tests.support.paths import DEV_DOCS
from tests.support.phones import Client

PAGE = (DEV_DOCS / "book.md").read_text("utf-8")


def first_cells(head: str) -> list[list[str]]:
    """The cells of the table that begins with this head."""
    rows = PAGE.split(f"| {head} |")[1].split("\n\n")[0].splitlines()[2:]
    return [[cell.strip() for cell in re.split(r"(?<!\\)\|", row.strip("|"))] for row in rows]


def test_every_kind_of_entry_is_explained():
    named = [kind for row in first_cells("kind") for kind in re.findall(r"`(\w+)`", row[0])]
    assert sorted(named) == sorted(Entry.Kind.values)


def test_every_outcome_has_its_status():
    told = {row[0].strip("`"): int(row[1]) for row in first_cells("answer")}
    assert told == {outcome.name.lower(): outcome.value for outcome in Outcome}


@pytest.mark.django_db
def test_the_hand_in_the_example_is_saved():
    table = new_table()
    [body] = re.findall(r"```json\n(.*?)```", PAGE, re.DOTALL)
    answer = Client().post(url("save_hand", table), body, content_type="application/json")
    assert answer.status_code == 200
    assert json.loads(answer.content)["key"] == "b1f0"
    assert totals(table) == [1, -1, 1, -1]
