"""`manage.py rescore`: an evening as on its page."""

import re
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.urls import reverse

from scoring.engine.agreement import Stakes
from scoring.models import GameTable
from tarockclub.kit.amounts import WORD_JOINER
from tests.scoring.support.evenings import evening_of, new_order, pagat, play_hands
from tests.scoring.support.tables import dreier, rufer
from tests.support.accounts import log_in

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
