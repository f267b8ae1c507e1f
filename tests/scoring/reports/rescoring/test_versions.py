"""Hands under an older version of a club's own sheet: on the page and by the command."""

from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.urls import reverse

from scoring.models import GameTable, OwnSheet
from scoring.reports.rescoring.evening import find_other_rules
from scoring.sheets.own_sheets.services import change_draft, create_sheet, save_version
from tarockclub.models import Account
from tests.scoring.support.evenings import evening_of, play_hands
from tests.scoring.support.tables import POINT, dreier
from tests.support.accounts import make_account
from tests.support.phones import Client as Phone

pytestmark = pytest.mark.django_db
ENGLISH = {"accept-language": "en"}
ADLER = "beim-adler"


@pytest.fixture
def staff() -> Account:
    """The secretary whose club has a sheet of its own."""
    account = make_account("secretary")
    create_sheet(account.club, "Beim Adler", "treffpunkt")
    return account


def _save(account: Account, value: int, reason: str = "") -> None:
    """Save a version in which a Dreier is worth so much."""
    own = OwnSheet.objects.get(sheet=ADLER)
    change_draft(own, own.draft_state, lambda draft: draft | {"contracts": {"dreier": {"value": value}}})
    own.refresh_from_db()
    save_version(own, own.draft_state, f"version-{value}", reason, account)


@pytest.fixture
def table(staff: Account) -> GameTable:
    """An evening under the first version; there are two newer ones."""
    _save(staff, 7)
    table = evening_of(sheet=ADLER)
    play_hands(table, dreier(0))
    _save(staff, 9, "zu billig")
    _save(staff, 11)
    return table


def _page(client: Any, table: GameTable, **query: str) -> Any:
    answer = client.get(reverse("rescoring", args=[table.slug]), query, headers=ENGLISH)
    assert answer.status_code == 200
    return answer


def _anna_there(page: Any) -> int:
    (anna,) = [row for row in page.context["result"].accounts if row.name == "Anna"]
    return int(anna.other.owed.written // POINT)


def test_an_evening_under_each_version(client: Phone, table: GameTable):
    for word, points in ((f"{ADLER}@1", 21), (f"{ADLER}@2", 27), (f"{ADLER}@3", 33), (ADLER, 33)):
        assert _anna_there(_page(client, table, under=word)) == points


def test_the_title_says_which_version_it_is(client: Phone, table: GameTable):
    page = _page(client, table, under=f"{ADLER}@2")
    assert page.context["name"] == "Beim Adler (Version 2)"
    assert "<h1>Under Beim Adler (Version 2)</h1>" in page.content.decode()
    assert _page(client, table, under=ADLER).context["name"] == "Beim Adler"


def test_the_versions_are_offered_beside_the_result(client: Phone, table: GameTable):
    page = _page(client, table, under=ADLER)
    assert [word for word, _version in page.context["versions"]] == [f"{ADLER}@{number}" for number in (3, 2, 1)]
    text = page.content.decode()
    links = [f'href="/tables/{table.slug}/rescoring/?under={ADLER}%40{number}"' for number in (3, 2, 1)]
    assert all(link in text for link in links)
    assert f'{links[0]} aria-current="page"' in text
    assert "zu billig" in text
    older = _page(client, table, under=f"{ADLER}@2").content.decode()
    assert f'{links[1]} aria-current="page"' in older
    assert f'{links[0]} aria-current="page"' not in older
    assert "Versions" not in _page(client, table, under="karlsruhe").content.decode()


def test_what_was_played_by_is_the_version_of_that_day(client: Phone, table: GameTable):
    offered = {word: own for word, _name, own in _page(client, table).context["sheets"]}
    assert [word for word, own in offered.items() if own] == [f"{ADLER}@1"]
    newer = evening_of(sheet=ADLER)
    assert [word for word, _name, own in _page(client, newer).context["sheets"] if own] == [ADLER]
    limited = evening_of()
    assert [word for word, _name, own in _page(client, limited).context["sheets"] if own] == ["treffpunkt"]


def test_a_version_that_nobody_has_is_the_choice(client: Phone, table: GameTable):
    for word in (f"{ADLER}@4", f"{ADLER}@0", f"{ADLER}@", f"{ADLER}@x", "treffpunkt@1", "@1", f"{ADLER}@1@1"):
        assert "result" not in _page(client, table, under=word).context
        assert find_other_rules(word) is None
    assert find_other_rules(f"{ADLER}@{'9' * 30}") is None


def test_options_are_those_of_the_version(client: Phone, table: GameTable, staff: Account):
    own = OwnSheet.objects.get(sheet=ADLER)
    option = {"name": "Teurer Dreier", "on": {"contracts": {"dreier": {"value": 20}}}}
    change_draft(own, own.draft_state, lambda draft: draft | {"options": {"teuer": option}})
    own.refresh_from_db()
    save_version(own, own.draft_state, "version-4", "", staff)
    asked = {"set": ADLER, "on": f"{ADLER}.teuer"}
    assert _anna_there(_page(client, table, under=f"{ADLER}@4", **asked)) == 60
    assert _anna_there(_page(client, table, under=f"{ADLER}@2", **asked)) == 27
    older = _page(client, table, under=f"{ADLER}@2").context["switches"]
    assert f"{ADLER}.teuer" not in {switch.value for switch in older}
    shown = _page(client, table, under=f"{ADLER}@4", **asked).content.decode()
    assert f'name="under" value="{ADLER}@4"' in shown


def test_the_command_takes_a_version(table: GameTable):
    out = StringIO()
    call_command("rescore", str(table.slug), "--sheet", f"{ADLER}@2", "--language", "en", stdout=out)
    assert "Under Beim Adler (Version 2):" in out.getvalue()
    (anna,) = [line.split() for line in out.getvalue().splitlines() if line.startswith("Anna")]
    assert anna == ["Anna", "1", "1", "+21", "+27", "+6"]
    with pytest.raises(CommandError, match="There are no house rules"):
        call_command("rescore", str(table.slug), "--sheet", f"{ADLER}@9", "--language", "en")
