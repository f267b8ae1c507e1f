"""An evening under other house rules or an older version of its own: by `manage.py rescore` and on the page."""

import re
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.urls import reverse

from scoring.engine.agreement import Stakes
from scoring.models import GameTable, OwnSheet
from scoring.reports.rescoring.evening import find_other_rules
from scoring.sheets.own_sheets.services import change_draft, create_sheet, save_version
from tarockclub.kit.amounts import WORD_JOINER
from tarockclub.models import Account
from tests.scoring.support.evenings import evening_of, new_order, pagat, play_hands
from tests.scoring.support.tables import POINT, dreier, rufer
from tests.support.accounts import log_in, make_account
from tests.support.phones import Client as Phone

pytestmark = pytest.mark.django_db
ENGLISH = {"accept-language": "en"}
BESSER = pagat({"plays": [{"contract": "besserrufer", "declarer": 1, "partner": 3, "result": "won"}]})
OWN = """
id = "own"
extends = "treffpunkt"
name = "Eigene"
name_en = "Own"
source = "us"
[contracts.dreier]
value = 7
"""


def _rescored(*arguments: str) -> str:
    out = StringIO()
    call_command("rescore", *arguments, "--language", "en", stdout=out)
    return out.getvalue()


@pytest.fixture
def table() -> GameTable:
    """An evening of three hands."""
    table = evening_of()
    play_hands(table, dreier(0), BESSER, rufer(2))
    return table


def test_an_evening_by_its_address_or_the_beginning_of_it(table: GameTable):
    play_hands(evening_of(), dreier(1))
    for address in (str(table.slug), table.slug.hex[:8]):
        assert "3 hands were played." in _rescored(address, "--sheet", "karlsruhe")
    with pytest.raises(CommandError, match="There is no table"):
        _rescored("12345678", "--sheet", "karlsruhe")


def test_it_says_what_its_page_says_with_substitutes_and_money():
    table = evening_of(5, agreed=Stakes(10))
    play_hands(table, dreier(0))
    new_order(table, (0, 1, 2, 3, 4), substitutes={0: "Gusti"})
    play_hands(table, dreier(0), BESSER)
    told = _rescored(str(table.slug), "--sheet", "karlsruhe")
    assert "Karlsruhe has no contract “Besserrufer”." in told
    page = log_in().get(reverse("rescoring", args=[table.slug]), {"under": "karlsruhe"}, headers=ENGLISH)
    shown = [[str(cell.text).replace(WORD_JOINER, "") for cell in row] for row in page.context["list"].rows]
    lines = told.splitlines()
    at = next(number for number, line in enumerate(lines) if line.startswith("Player"))
    assert [re.split(" {2,}", line.strip()) for line in lines[at + 1 :]] == shown
    assert "Anna / Gusti" in {row[0] for row in shown}
    assert "€ there" in told


def test_house_rules_from_a_file(table: GameTable, tmp_path: Path):
    file = tmp_path / "own.toml"
    file.write_text(OWN, encoding="utf-8")
    told = _rescored(str(table.slug), "--sheet-file", str(file))
    assert "Under Own:" in told
    assert "1 hand would pay something else there." in told
    file.write_text(OWN.replace('"treffpunkt"', '"nothing"'), encoding="utf-8")
    with pytest.raises(CommandError, match="not accepted"):
        _rescored(str(table.slug), "--sheet-file", str(file))


def test_house_rules_must_be_named_and_exist(table: GameTable):
    with pytest.raises(CommandError):
        _rescored(str(table.slug))
    with pytest.raises(CommandError, match="There are no house rules"):
        _rescored(str(table.slug), "--sheet", "nothing")


def test_a_kontra_in_coins_and_a_bird_by_another_name_are_translated_and_said():
    table = evening_of(sheet="standard")
    play_hands(
        table, dreier(0) | {"plays": [{"contract": "dreier", "declarer": 0, "result": "won", "kontra": 2}]}, BESSER
    )
    told = _rescored(str(table.slug), "--sheet", "wien_2020")
    assert "does not exist" not in told
    assert "2 hands are entered otherwise there" in told
    assert "The kontra is paid in coins there." in told
    assert "It is called Pagatrufer there." in told
    page = log_in().get(reverse("rescoring", args=[table.slug]), {"under": "wien_2020"}, headers=ENGLISH)
    assert "It is called Pagatrufer there." in page.content.decode()


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
def outdated_table(staff: Account) -> GameTable:
    """An evening under the first version; there are two newer ones."""
    _save(staff, 7)
    outdated_table = evening_of(sheet=ADLER)
    play_hands(outdated_table, dreier(0))
    _save(staff, 9, "zu billig")
    _save(staff, 11)
    return outdated_table


def _page(client: Any, outdated_table: GameTable, **query: str) -> Any:
    answer = client.get(reverse("rescoring", args=[outdated_table.slug]), query, headers=ENGLISH)
    assert answer.status_code == 200
    return answer


def _anna_there(page: Any) -> int:
    (anna,) = [row for row in page.context["result"].accounts if row.name == "Anna"]
    return int(anna.other.owed.written // POINT)


def test_an_evening_under_each_version(client: Phone, outdated_table: GameTable):
    for word, points in ((f"{ADLER}@1", 21), (f"{ADLER}@2", 27), (f"{ADLER}@3", 33), (ADLER, 33)):
        assert _anna_there(_page(client, outdated_table, under=word)) == points


def test_the_title_says_which_version_it_is(client: Phone, outdated_table: GameTable):
    page = _page(client, outdated_table, under=f"{ADLER}@2")
    assert page.context["name"] == "Beim Adler (Version 2)"
    assert "<h1>Under Beim Adler (Version 2)</h1>" in page.content.decode()
    assert _page(client, outdated_table, under=ADLER).context["name"] == "Beim Adler"


def test_the_versions_are_offered_beside_the_result(client: Phone, outdated_table: GameTable):
    page = _page(client, outdated_table, under=ADLER)
    assert [word for word, _version in page.context["versions"]] == [f"{ADLER}@{number}" for number in (3, 2, 1)]
    text = page.content.decode()
    links = [f'href="/tables/{outdated_table.slug}/rescoring/?under={ADLER}%40{number}"' for number in (3, 2, 1)]
    assert all(link in text for link in links)
    assert f'{links[0]} aria-current="page"' in text
    assert "zu billig" in text
    older = _page(client, outdated_table, under=f"{ADLER}@2").content.decode()
    assert f'{links[1]} aria-current="page"' in older
    assert f'{links[0]} aria-current="page"' not in older
    assert "Versions" not in _page(client, outdated_table, under="karlsruhe").content.decode()


def test_what_was_played_by_is_the_version_of_that_day(client: Phone, outdated_table: GameTable):
    offered = {word: own for word, _name, own in _page(client, outdated_table).context["sheets"]}
    assert [word for word, own in offered.items() if own] == [f"{ADLER}@1"]
    newer = evening_of(sheet=ADLER)
    assert [word for word, _name, own in _page(client, newer).context["sheets"] if own] == [ADLER]
    limited = evening_of()
    assert [word for word, _name, own in _page(client, limited).context["sheets"] if own] == ["treffpunkt"]


def test_a_version_that_nobody_has_is_the_choice(client: Phone, outdated_table: GameTable):
    for word in (f"{ADLER}@4", f"{ADLER}@0", f"{ADLER}@", f"{ADLER}@x", "treffpunkt@1", "@1", f"{ADLER}@1@1"):
        assert "result" not in _page(client, outdated_table, under=word).context
        assert find_other_rules(word) is None
    assert find_other_rules(f"{ADLER}@{'9' * 30}") is None


def test_options_are_those_of_the_version(client: Phone, outdated_table: GameTable, staff: Account):
    own = OwnSheet.objects.get(sheet=ADLER)
    option = {"name": "Teurer Dreier", "on": {"contracts": {"dreier": {"value": 20}}}}
    change_draft(own, own.draft_state, lambda draft: draft | {"options": {"teuer": option}})
    own.refresh_from_db()
    save_version(own, own.draft_state, "version-4", "", staff)
    asked = {"set": ADLER, "on": f"{ADLER}.teuer"}
    assert _anna_there(_page(client, outdated_table, under=f"{ADLER}@4", **asked)) == 60
    assert _anna_there(_page(client, outdated_table, under=f"{ADLER}@2", **asked)) == 27
    older = _page(client, outdated_table, under=f"{ADLER}@2").context["switches"]
    assert f"{ADLER}.teuer" not in {switch.value for switch in older}
    shown = _page(client, outdated_table, under=f"{ADLER}@4", **asked).content.decode()
    assert f'name="under" value="{ADLER}@4"' in shown


def test_the_command_takes_a_version(outdated_table: GameTable):
    out = StringIO()
    call_command("rescore", str(outdated_table.slug), "--sheet", f"{ADLER}@2", "--language", "en", stdout=out)
    assert "Under Beim Adler (Version 2):" in out.getvalue()
    (anna,) = [line.split() for line in out.getvalue().splitlines() if line.startswith("Anna")]
    assert anna == ["Anna", "1", "1", "+21", "+27", "+6"]
    with pytest.raises(CommandError, match="There are no house rules"):
        call_command("rescore", str(outdated_table.slug), "--sheet", f"{ADLER}@9", "--language", "en")
