"""The addresses of papers: of a sheet with its switches, and of a table with the names of who sits there."""

import os
import subprocess
import sys

import pytest
from django.test import Client
from django.urls import reverse

from tests.scoring.engine.support.built_in import rules_of
from tests.scoring.support.tables import new_table
from tests.support.pdf import extract_text, look_at

pytestmark = pytest.mark.django_db


def fetched(name, *args, **query):
    """A paper as somebody without any right gets it."""
    answer = Client().get(reverse(name, args=args), query)
    assert answer["Content-Type"] == "application/pdf"
    return answer.content


def test_the_speiszettel_follows_the_switches_of_the_address():
    rules = rules_of("treffpunkt")
    switch = next(iter(rules.defaults))
    usual = fetched("sheet_speiszettel", "treffpunkt")
    other = fetched("sheet_speiszettel", "treffpunkt", set="treffpunkt", on=f"treffpunkt.{switch}")
    assert "Treffpunkt Tarock" in extract_text(usual)
    assert usual != other
    assert usual == fetched("sheet_speiszettel", "treffpunkt")


@pytest.mark.heavy_but("x-0-1")
@pytest.mark.parametrize(
    ("players", "hands", "pages"), [("5", "20", 1), ("4", "", 1), ("99", "9999", 3), ("x", "0", 1)]
)
def test_an_empty_sheet_has_as_many_players_and_hands_as_are_wanted(players, hands, pages):
    found = look_at(fetched("sheet_written", "karlsruhe", players=players, hands=hands))
    assert len(found) == pages


def test_a_table_has_its_rules_and_names_on_paper():
    table = new_table(names=("Anna", "Berta", "Carla", "Dora", "Eva"))
    [first] = look_at(fetched("table_written", table.slug))
    for name in ("Anna", "Berta", "Carla", "Dora", "Eva"):
        assert name in first.words
    assert len(look_at(fetched("table_speiszettel", table.slug))) <= 2


def test_what_there_is_not_is_not_found():
    assert Client().get(reverse("sheet_written", args=["nothing"])).status_code == 404
    assert Client().get(reverse("sheet_speiszettel", args=["nothing"])).status_code == 404


def test_nothing_of_it_is_loaded_before_something_is_printed():
    code = "import django, sys; django.setup(); import tarockclub.urls; print('typst' in sys.modules)"
    env = {"DJANGO_SETTINGS_MODULE": "tests.settings"}
    found = subprocess.run(
        [sys.executable, "-c", code], env={**os.environ, **env}, capture_output=True, text=True, check=True
    )
    assert found.stdout.strip() == "False"
