"""`manage.py rescore`: the whole database, one evening, a file of house rules; with one process and with several."""

from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from scoring.models import GameTable
from tests.scoring.support.evenings import evening_of, pagat, played
from tests.scoring.support.tables import dreier, rufer

pytestmark = pytest.mark.django_db
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
    played(table, dreier(0), BESSER, rufer(2))
    return table


def test_the_whole_database_in_totals(table: GameTable):
    played(evening_of(), dreier(1))
    told = _rescored("--sheet", "karlsruhe")
    assert "Under Karlsruhe:" in told
    assert "4 hands were played." in told
    assert "1 hand does not exist there and counts nothing." in told
    assert "1 × Karlsruhe has no contract “besserrufer”." in told
    (anna,) = [line for line in told.splitlines() if " Anna " in line]
    assert anna.split()[2] == "Anna"


def test_one_evening_by_its_address_or_the_beginning_of_it(table: GameTable):
    played(evening_of(), dreier(1))
    for address in (str(table.slug), table.slug.hex[:8]):
        assert "3 hands were played." in _rescored("--sheet", "karlsruhe", "--evening", address)
    with pytest.raises(CommandError, match="There is no table"):
        _rescored("--sheet", "karlsruhe", "--evening", "12345678")


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
    monkeypatch.setattr("scoring.management.commands.rescore.MOST_PEOPLE", 1)
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
