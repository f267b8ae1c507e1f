"""Long standings have pages and a search; what goes to a file or onto paper is whole."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from tarockclub.kit.words import get_current_language
from tarockclub.models import Person
from tarockclub.office.static_site.markup import render_public
from tests.support.pdf import extract_text
from tests.support.shared_rows import share_rows
from tests.tournaments.seasons.season.seasons import at, day, end_season, season, text_of
from tests.tournaments.seasons.season.sub_rankings.test_sub_rankings import set_ranking
from tournaments.around.printing.season import load_season_paper
from tournaments.models import Season
from tournaments.seasons.season.cache import pieces

pytestmark = pytest.mark.django_db
MANY = 60
NAMES = tuple(f"Spieler {chr(65 + number % 26)}{number}" for number in range(MANY))


@share_rows
def cup() -> Season:
    """A season of more people than a page has, and two sub-rankings."""
    made = season()
    for place in range(2):
        day(made, *NAMES[place:], *NAMES[:place])
    set_ranking(made, name="Kirtage", word="kirtag")
    set_ranking(made, name="Alle")
    return Season.objects.get(pk=made.pk)


@pytest.fixture(autouse=True)
def _short_pages(monkeypatch):
    monkeypatch.setattr(pieces, "MOST_CELLS", 40)


def read(address, **asked):
    """A page as a visitor gets it."""
    answer = Client().get(address, asked)
    assert answer.status_code == 200
    return text_of(answer)


def list_names(page):
    """The names in the first table of standings."""
    table = page.partition("<tbody>")[2].partition("</tbody>")[0]
    return re.findall(r">(Spieler [A-Z]\d+)<", table)


def test_pages_together_are_the_whole_standings_in_order(cup):
    address = at("season_standing", cup)
    pages = [list_names(read(address, page=number)) for number in (1, 2, 3)]
    assert [len(page) for page in pages] == [20, 20, 20]
    assert sorted(name for page in pages for name in page) == sorted(NAMES)
    first = read(address)
    assert list_names(first) == pages[0]
    assert "1 bis 20 von 60" in first
    assert "?page=3" in first
    for odd in ("0", "-1", "4", "9" * 30, "x", "\0"):
        assert len(list_names(read(address, page=odd))) == 20


def test_who_looks_for_a_name_finds_the_place_wherever_it_is(cup):
    last = list_names(read(at("season_standing", cup), page=3))[-1]
    page = read(at("season_standing", cup), q=last.lower())
    assert list_names(page) == [last]
    assert f'href="?who={Person.objects.get(name=last).number}#race"' in page
    assert "<td>60.</td>" in page or "<td>59.</td>" in page
    nobody = read(at("season_standing", cup), q="Zorro")
    assert "Hier heißt niemand „Zorro“." in nobody
    assert "Spieler" not in nobody.partition("Hier heißt niemand")[2].partition("season-thirds")[0]


def test_a_short_season_has_neither_pages_nor_a_search(monkeypatch):
    monkeypatch.setattr(pieces, "MOST_CELLS", 10_000)
    one = season()
    day(one, "Anna", "Bert")
    page = read(at("season_standing", one))
    assert 'name="q"' not in page
    assert "?page=" not in page
    assert 'class="print"' in page


def test_a_published_edition_and_each_of_its_sub_rankings_have_pages(cup):
    end_season(cup)
    address = at("season_edition", cup, edition=1)
    first = read(address)
    assert first.count("1 bis 20 von 60") == 3
    assert "?page=2" in first
    assert "?r1-page=2#r1-standing" in first
    assert list_names(read(address, page=3)) == list_names(read(at("season_standing", cup), page=3))
    turned = read(address, **{"r2-page": 3})
    assert list_names(turned) == list_names(first)
    assert "41 bis 60 von 60" in turned
    wanted = read(address, q=NAMES[7])
    assert wanted.count(f">{NAMES[7]}<") == 3


def test_files_and_papers_are_whole(cup):
    found = render_public(at("season_standing", cup), "de", cup.club)
    assert found is not None
    assert [name for name in NAMES if name not in found.main.get_text()] == []
    end_season(cup)
    for edition in (0, 1):
        text = extract_text(load_season_paper(Season.objects.select_related("club").get(pk=cup.pk), edition=edition))
        assert [name for name in NAMES if name not in text] == []
    assert get_current_language() == "de"
    assert Client().get(reverse("season_paper", args=[cup.slug]), {"edition": 2}).status_code == 404
    assert Client().get(reverse("season_paper", args=[cup.slug]), {"edition": 1, "ranking": 3}).status_code == 404
