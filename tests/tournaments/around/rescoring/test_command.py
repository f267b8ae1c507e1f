"""`manage.py rescore`: the database, an evening, a tournament, a season; everybody as on the pages."""

import re
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.urls import reverse

from scoring.engine.agreement import Stakes
from scoring.models import GameTable
from tarockclub.kit.amounts import WORD_JOINER
from tests.scoring.support.evenings import evening_of, new_order, pagat, play_hands
from tests.scoring.support.tables import dreier, rufer
from tests.support.accounts import log_in
from tests.tournaments.around.rescoring.test_pages import play_tournament
from tests.tournaments.seasons.season import seasons
from tests.tournaments.support.factories import new_key
from tests.tournaments.support.season_acts import add_tournament

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


def _rescored(*arguments: str, **options: Any) -> str:
    out = StringIO()
    call_command("rescore", *arguments, "--language", "en", stdout=out, **options)
    return out.getvalue()


@pytest.fixture
def table() -> GameTable:
    """An evening of three hands."""
    table = evening_of()
    play_hands(table, dreier(0), BESSER, rufer(2))
    return table


def test_the_whole_database_in_totals(table: GameTable):
    play_hands(evening_of(), dreier(1))
    told = _rescored("--sheet", "karlsruhe")
    assert "Under Karlsruhe:" in told
    assert "4 hands were played." in told
    assert "1 hand does not exist there and counts nothing." in told
    assert "1 × Karlsruhe has no contract “Besserrufer”." in told
    heads, anna = [line.split("  ") for line in told.splitlines() if line.startswith(("Player", "Anna"))]
    assert [head.strip() for head in heads if head] == [
        "Player",
        "Rank there",
        "Rank here",
        "Hands",
        "Points here",
        "Points there",
        "Difference",
    ]
    assert [cell.strip() for cell in anna if cell] == ["Anna", "1", "2", "4", "+7", "+18", "+11"]


def test_one_evening_by_its_address_or_the_beginning_of_it(table: GameTable):
    play_hands(evening_of(), dreier(1))
    for address in (str(table.slug), table.slug.hex[:8]):
        assert "3 hands were played." in _rescored("--sheet", "karlsruhe", "--evening", address)
    with pytest.raises(CommandError, match="There is no table"):
        _rescored("--sheet", "karlsruhe", "--evening", "12345678")


def _list_people(told: str) -> list[list[str]]:
    """The rows of the printed list, without its titles."""
    lines = told.splitlines()
    at = next(number for number, line in enumerate(lines) if line.startswith("Player"))
    return [re.split(" {2,}", line.strip()) for line in lines[at + 1 :]]


def _list_cells(page: Any) -> list[list[str]]:
    """The rows of the list on its page, without the joiners that keep amounts together."""
    return [[str(cell.text).replace(WORD_JOINER, "") for cell in row] for row in page.context["list"].rows]


def test_an_evening_as_on_its_page_with_substitutes_and_money():
    table = evening_of(5, agreed=Stakes(10))
    play_hands(table, dreier(0))
    new_order(table, (0, 1, 2, 3, 4), substitutes={0: "Gusti"})
    play_hands(table, dreier(0), BESSER)
    told = _rescored("--sheet", "karlsruhe", "--evening", str(table.slug))
    assert "1 × Karlsruhe has no contract “Besserrufer”." in told
    page = log_in().get(reverse("rescoring", args=[table.slug]), {"under": "karlsruhe"}, headers=ENGLISH)
    shown = _list_cells(page)
    assert _list_people(told) == shown
    assert "Anna / Gusti" in {row[0] for row in shown}
    assert "€ there" in told


def test_a_tournament_and_a_season_as_on_their_pages(secretary):
    tournament, _first, _tables = play_tournament()
    season = seasons.season()
    add_tournament(season, new_key(), tournament)
    for option, route, owner in (
        ("--tournament", "tournament_rescoring", tournament),
        ("--season", "season_rescoring", season),
    ):
        told = _rescored("--sheet", "steindl", option, str(owner.slug))
        page = secretary.get(reverse(route, args=[owner.slug]), {"under": "steindl"}, headers=ENGLISH)
        assert all(sentence in told for sentence in page.context["sentences"])
        assert _list_people(told) == _list_cells(page)


def test_house_rules_from_a_file(table: GameTable, tmp_path: Path):
    file = tmp_path / "own.toml"
    file.write_text(OWN, encoding="utf-8")
    told = _rescored("--sheet-file", str(file))
    assert "Under Own:" in told
    assert "1 hand would pay something else there." in told
    file.write_text(OWN.replace('"treffpunkt"', '"nothing"'), encoding="utf-8")
    with pytest.raises(CommandError, match="not accepted"):
        _rescored("--sheet-file", str(file))


def test_a_pinned_version_by_the_digits_of_its_hash(table: GameTable):
    digest = table.sheet_version.digest
    assert "all would pay the same there" in _rescored("--sheet", digest[:12])
    for unknown in ("nothing", digest[:7], "f" * 64):
        with pytest.raises(CommandError, match="There are no house rules"):
            _rescored("--sheet", unknown)


def test_house_rules_must_be_named_and_what_is_asked_for_must_exist(table: GameTable):
    with pytest.raises(CommandError):
        _rescored()
    for what in ("--tournament", "--season"):
        with pytest.raises(CommandError, match="There is nothing at the address"):
            _rescored("--sheet", "karlsruhe", what, str(table.slug))
    for number in ("0", "-1", "x", "٣", "100", ""):
        with pytest.raises(CommandError):
            _rescored("--sheet", "karlsruhe", "--processes", number)


def test_only_the_first_are_printed_unless_all_are_wanted(monkeypatch: pytest.MonkeyPatch, table: GameTable):
    monkeypatch.setattr("tournaments.management.commands.rescore.MOST_PEOPLE", 1)
    assert "… and 3 more" in _rescored("--sheet", "karlsruhe")
    assert "Dora" in _rescored("--sheet", "karlsruhe", "--all")


class _Terminal(StringIO):
    def isatty(self) -> bool:
        return True


def test_a_bar_runs_on_a_terminal_only(monkeypatch: pytest.MonkeyPatch, table: GameTable):
    for screen, shown in ((_Terminal(), True), (StringIO(), False)):
        monkeypatch.setattr("sys.stderr", screen)
        _rescored("--sheet", "karlsruhe")
        assert ("100%" in screen.getvalue()) == shown
