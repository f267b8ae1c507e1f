"""A name is found on each page that searches names, however it is typed: without umlauts, in capitals, with ae or a."""

import pytest
from django.urls import reverse
from hypothesis import given
from hypothesis import strategies as st

from scoring.engine.agreement import Stakes, format_agreement
from scoring.table.evenings.services import EveningStart, start_evening
from tarockclub.kit.tables import filter_matching
from tarockclub.kit.words import fold
from tarockclub.models import Person
from tarockclub.platform.accounts.persons import find_or_create_person, load_first_club
from tests.scoring.support.evenings import SIX, play_hands
from tests.scoring.support.scripts import build_call
from tests.scoring.support.tables import dreier, new_key
from tests.support.accounts import log_in, make_account
from tests.support.phones import let_write
from tests.support.shared_rows import share_rows
from tests.tournaments.around.public.conftest import play, publish
from tournaments.models import Presence, Tournament

SPELLINGS = ("öhlmüller", "ÖHLMÜLLER", "ohlmuller", "oehlmueller", "OEHLMUELLER", "Öhlmueller jürg", "JUERGEN", "jürg")
NAMES = ("Jürgen Öhlmüller", "Anna Huber", "Berta Maier", "Cilli Bauer")
FOLD = "tournaments/static/tournaments/names/fold.js"


@share_rows
def tournament():
    """A tournament that is over, with somebody whose name has umlauts, and who has paid."""
    of = play("Cup", NAMES, ended=True).tournament
    Presence.objects.filter(entrant__tournament=of).update(paid=500)
    publish(of, 1)
    publish(of)
    evening = EveningStart((NAMES[0], *SIX[1:4]), "treffpunkt", {}, 0, format_agreement(Stakes()))
    play_hands(let_write(start_evening(new_key(), evening)), dreier(0))
    return Tournament.objects.get(pk=of.pk)


# What was found, by the context of each page.
PAGES = {
    "search": lambda page: [hit.text for group in page["groups"] if group.title == "Personen" for hit in group.hits],
    "register": lambda page: list_heads(page["list"]),
    # A tournament, which is found by each of its players, names none.
    "evenings": lambda page: [
        " ".join([row.winners, *(tally.name for tally in row.rest)])
        for day in page["days"]
        for row in day.rows
        if not row.tournament
    ],
    "statistics": lambda page: list_heads(page["sections"][0]["list"]),
    "entrants": lambda page: [row["name"] for row in page["seen"]["rows"]],
    "door": lambda page: [row.name for row in page["door"].rows],
    "standings": lambda page: [name for _number, name, _line in page["found"]],
    "tournament_log": lambda page: list_texts(page["list"]),
}


def list_heads(shown):
    """The first cell of each row of a list."""
    return [str(row[0].text) for row in shown.rows]


def list_texts(shown):
    """Each row of a list in one text."""
    return [" ".join(str(cell.text) for cell in row) for row in shown.rows]


@pytest.mark.heavy_but("standings")
@pytest.mark.django_db
@pytest.mark.parametrize("route", PAGES)
def test_a_name_is_found_however_it_is_typed(tournament, route):
    client = log_in(make_account("director"))
    arguments = [] if list(PAGES).index(route) < list(PAGES).index("entrants") else [tournament.slug]

    def find(typed):
        return PAGES[route](client.get(reverse(route, args=arguments), {"q": typed, "find": typed}).context)

    assert find("niemand") == []
    for typed in SPELLINGS:
        found = find(typed)
        assert found, typed
        assert [text for text in found if NAMES[0] not in text] == [], typed


@pytest.mark.django_db
def test_the_database_finds_the_same_as_the_program():
    club = load_first_club()
    names = ("Žiga Şahin", "Łukasz Ørsted", "Groß Straßer", "Бори́с Йовић", "Αθηνά", "Michael Baur", "ae OE ue", "100 %")
    for name in names:
        find_or_create_person(club, name)
    for name in names:
        for typed in (name, name.upper(), name.lower(), fold(name)):
            found = filter_matching(Person.objects.filter(club=club), typed, ("name", "number", "town"))
            assert name in found.values_list("name", flat=True), typed
    assert not filter_matching(Person.objects.filter(club=club), "100 _", ("name",)).exists()


@given(st.text(max_size=20))
def test_what_is_folded_stays_as_it_is(text):
    assert fold(fold(text)) == fold(fold(fold(text)))
    assert fold(text.upper().lower()) == fold(text.lower().upper().lower())


@pytest.mark.heavy
@pytest.mark.browser
def test_scripts_fold_as_the_program_does(desktop):
    names = [*SPELLINGS, *NAMES, "Žiga ŞAHIN", "ŁUKASZ Ørsted", "Groß", "Бори́с Йовић", "Zoë", "Aebi Oeser Uebel"]
    assert desktop.evaluate(build_call(FOLD, "(names) => names.map(foldName)"), names) == [fold(name) for name in names]
