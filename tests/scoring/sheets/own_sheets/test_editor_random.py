"""The editor cannot make what the loader refuses, and the loader refuses nothing the editor can make."""

import tomllib
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scoring.book.sheet_library import build_version
from scoring.engine.house_rules.library import load
from scoring.engine.house_rules.loader import Rules
from scoring.engine.house_rules.schema import ENTRIES, Table
from scoring.engine.problems import SheetError
from scoring.sheets.own_sheets.draft import (
    DraftPlace,
    build_file,
    build_rules,
    find_problems,
    list_entries,
    parse_file,
    write_file,
    write_layer,
)
from scoring.sheets.own_sheets.editor_page import build_fields, build_rule_forms, build_value_forms, build_value_tables
from scoring.sheets.own_sheets.forms import PlaceForm
from scoring.sheets.own_sheets.page import Speaker, list_key_changes, list_sheet_problems
from scoring.sheets.own_sheets.services import change_draft, create_sheet, save_version
from tarockclub.models import Account
from tests.scoring.sheets.own_sheets.strategies import SHEETS, drafts, files, open_sheet, post_as_it_is, print_toml
from tests.support.accounts import make_account

pytestmark = [pytest.mark.django_db, pytest.mark.no_cover]
ANYTHING = settings(suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture])
MOST_CHOICES = 4
MOST_PARTS = 6


def list_meaning(rules: Rules) -> dict[str, Any]:
    """Return what a sheet says by a few choices of its options: the value of each path, the order of entries."""
    found: dict[str, Any] = {}
    for number, chosen in enumerate(list(rules.list_choices())[:MOST_CHOICES]):
        table = rules.combine_options(chosen)
        found |= {f"{number}/{section}": list(table.get(section, ())) for section in ENTRIES}
        found |= {f"{number}/{path}": value for path, value in iter_values(table) if not path.startswith("order/")}
    return found


def iter_values(table: Table, path: str = "") -> Iterator[tuple[str, Any]]:
    """Yield every value of a table with its path."""
    for key, value in table.items():
        if isinstance(value, dict):
            yield from iter_values(value, f"{path}{key}/")
        else:
            yield f"{path}{key}", value


def list_differences(one: Rules, other: Rules) -> dict[str, Any]:
    """Return what two sheets say otherwise."""
    left, right = list_meaning(one), list_meaning(other)
    paths = [path for path in {**left, **right} if left.get(path) != right.get(path)]
    return {path: (left.get(path), right.get(path)) for path in paths}


def list_refusals(text: str) -> tuple[Any, ...]:
    """Return what the loader says against a file."""
    try:
        load(text)
    except SheetError as error:
        return error.problems
    return ()


def list_parts_of(draft: Table) -> list[tuple[str, DraftPlace]]:
    """Return every part that has fields on a page, of the sheet and of its options."""
    found = []
    for option in ("", *list_entries(open_sheet(draft), "options")):
        layer = open_sheet(draft, option)
        shown = (*build_value_forms(layer, "de", None), *build_rule_forms(layer, "de", None))
        found += [(option, form.place) for form in shown]
    return found


def post_part(draft: Table, option: str, place: DraftPlace) -> Table:
    """Show a part, and post it as it is; return the draft after that."""
    layer = open_sheet(draft, option)
    shown = PlaceForm(layer, place, "de")
    assert [field.key for field in build_fields(shown, layer, Speaker(layer.whole, "en"), ())]
    form = PlaceForm(layer, place, "de", post_as_it_is(shown))
    assert form.is_valid(), (place, form.errors)
    return write_layer(draft, option, form.change(layer))


def check_parts(draft: Table, data: st.DataObject) -> None:
    """Show some parts of a sheet, save each as it is, and compare."""
    layer = open_sheet(draft)
    assert build_value_tables(layer, "de", build_value_forms(layer, "de", None))
    rules, after = build_rules(draft), draft
    parts = list_parts_of(draft)
    for option, place in data.draw(st.lists(st.sampled_from(parts), max_size=MOST_PARTS, unique=True)):
        after = post_part(after, option, place)
    assert list_differences(rules, build_rules(after)) == {}
    assert [*list_key_changes(draft, after, "de")] == []


def check_draft(draft: Table, data: st.DataObject) -> None:
    """Save a sound draft, load its file and compare; of one that contradicts itself compare what is said."""
    problems = find_problems(draft)
    assert set(problems) == set(list_refusals(print_toml(draft)))
    account = Account.objects.first() or make_account()
    own = create_sheet(account.club, "Unseres", "treffpunkt")
    assert len(list_sheet_problems(own, open_sheet(draft), problems, "de")) == len(problems)
    if problems:
        return
    change_draft(own, own.draft_state, lambda _before: draft)
    own.refresh_from_db()
    version = save_version(own, own.draft_state, own.sheet, "", account)
    assert tomllib.loads(version.text) == draft
    rules = load(version.text)
    assert list_differences(build_version(version.table), rules) == {}
    assert list_differences(load(print_toml(draft)), rules) == {}
    assert build_file(parse_file(version.text.encode())).table == draft
    check_parts(draft, data)


def check_file(text: str, data: st.DataObject) -> None:
    """Open a file that the loader accepts in the editor, and save parts of it as they are."""
    if not list_refusals(text):
        found = build_file(parse_file(text.encode()))
        assert list_differences(load(write_file(found.table)), found.rules) == {}
        check_parts(found.table, data)


@settings(ANYTHING)
@given(st.data())
def test_what_the_editor_saves_loads_and_what_it_refuses_the_loader_refuses_alike(db, data):
    check_draft(data.draw(SHEETS.flatmap(drafts)), data)


@given(SHEETS.flatmap(files), st.data())
def test_a_file_that_the_loader_accepts_is_shown_and_saved_again_without_a_change(text, data):
    check_file(text, data)


@pytest.mark.parametrize("groups", [{}, {"groups": False}])
@pytest.mark.parametrize("kontra", [{"game": 8}, {"written": 1}, {"game": 8, "written": 1}, {"game": 4}])
def test_a_value_that_repeats_the_sheet_below_is_shown_and_saved_without_a_change(db, groups, kontra):
    draft = {"id": "mine", "name": "Unseres", "source": "wir", "extends": "oberoesterreich_2023", "kontra": kontra}
    after = post_part(draft | groups, "", DraftPlace("kontra"))
    assert list_differences(build_rules(draft | groups), build_rules(after)) == {}
