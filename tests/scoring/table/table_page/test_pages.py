"""The pages of an evening, in German and in English, as a browser without script gets them."""

from datetime import UTC, datetime
from unittest.mock import patch

import pytest
from django.urls import reverse

from scoring.models import Entry
from tests.scoring.support.pages import Page, open_table_page, saved, url, words
from tests.scoring.support.tables import (
    dreier,
    everything,
    new_table,
    play,
    strike,
    totals,
    trischaken,
)
from tests.support.accounts import make_account
from tests.support.phones import Client

pytestmark = pytest.mark.django_db
DREIER = {"p0-contract": "dreier", "p0-declarer": "1", "p0-result": "won"}
RUFER = {"p0-contract": "rufer", "p0-partner": "2", "p0-result": "won"}
LANGUAGES = ("de", "en")


@pytest.fixture(params=LANGUAGES)
def client(request):
    """Return a client that speaks a language."""
    return Client(headers={"accept-language": request.param})


@pytest.fixture
def german():
    """Return a client that speaks German."""
    return Client(headers={"accept-language": "de-AT"})


def test_the_first_page_counts_the_hands_that_stand_and_names_players_in_their_order(client):
    table = new_table(names=("Dora", "Cilli", "Berta", "Anna"))
    play(table, dreier(0))
    play(table, dreier(0))
    strike(table)
    client.force_login(make_account())
    home = Page(client.get("/").content.decode())
    assert "Dora, Cilli, Berta, Anna" in home.text
    assert words(client, "1 Spiel", "1 hand") in " ".join(home.texts)


def test_the_first_month_of_the_year_has_its_austrian_name(client):
    with patch("django.utils.timezone.now", return_value=datetime(2026, 1, 5, 19, 30, tzinfo=UTC)):
        new_table()
    client.force_login(make_account())
    home = Page(client.get("/").content.decode())
    assert words(client, "5. Jänner 2026, 20:30", "5 January 2026, 20:30") in home.text


def test_a_hand_goes_in_and_the_page_shows_what_it_paid(client):
    table = new_table()
    answer = saved(client, table, DREIER)
    assert (answer.status_code, answer["Location"]) == (302, f"{url('table', table)}?saved=1")
    assert totals(table) == [-5, 15, -5, -5]
    page = Page(client.get(answer["Location"]).content.decode())
    assert words(client, "Spiel 1 ist gespeichert.", "Hand 1 is saved.") in page.text
    assert {"+15", "−5"} <= set(page.texts)


def test_a_form_that_leaves_the_declarer_to_the_forehand_is_answered_alike_when_it_comes_again(client):
    table = new_table()
    rufer = {"key": "one", "previous": "", "p0-contract": "rufer", "p0-partner": "2", "p0-result": "won"}
    first, again = (client.post(url("save_hand", table), rufer) for _ in range(2))
    assert first.status_code == again.status_code == 302
    assert first["Location"] == again["Location"]
    assert Entry.objects.filter(table=table).count() == 1
    other = client.post(url("save_hand", table), {**rufer, "p0-result": "lost"})
    assert other.status_code == 422
    assert Entry.objects.filter(table=table).count() == 1


def test_the_preview_says_what_a_hand_would_pay_and_writes_nothing(client):
    table = new_table()
    before = everything(table)
    answer = client.post(url("preview", table), open_table_page(client, table).fill_form(DREIER))
    piece = Page(answer.content.decode())
    assert answer.status_code == 200
    assert "<html" not in piece.html
    assert piece.texts[:8] == ["Anna", "−5", "Berta", "+15", "Cilli", "−5", "Dora", "−5"]
    assert words(client, "Dreier gewonnen", "Dreier won") in piece.text
    assert everything(table) == before


def test_the_preview_says_what_is_missing(client):
    answer = client.post(url("preview", new_table()), {"p0-contract": "dreier"})
    piece = Page(answer.content.decode())
    assert words(client, "Es fehlt: der Spieler.", "Missing: the declarer.") in piece.texts
    assert len(piece.texts) == 2


def test_an_untouched_form_is_no_mistake(client):
    answer = client.post(url("preview", new_table()), {})
    assert words(client, "Was wurde gespielt?", "What was played?") in answer.content.decode()
    assert "missing" not in answer.content.decode()


def test_the_preview_of_a_page_that_is_out_of_date_says_so(client):
    table = new_table()
    posted = open_table_page(client, table).fill_form(RUFER)
    play(table, dreier(0))
    answer = client.post(url("preview", table), posted)
    assert words(client, "Jemand war schneller", "Somebody else was quicker") in answer.content.decode()
    assert "+1" not in answer.content.decode()


def test_who_is_alone_with_four_kings_says_so_a_forgotten_partner_is_asked_for(client):
    table = new_table()
    forgotten = {"p0-contract": "rufer", "p0-result": "won"}
    piece = client.post(url("preview", table), open_table_page(client, table).fill_form(forgotten)).content.decode()
    assert words(client, "Es fehlt: der Partner", "Missing: the partner") in piece
    assert "+3" not in piece
    answer = saved(client, table, {"p0-contract": "rufer"})
    assert answer.status_code == 400
    assert words(client, "Es fehlt: der Partner", "Missing: the partner") in answer.content.decode()
    assert words(client, "Bei Rufer fehlt noch", "Still missing for Rufer") in answer.content.decode()
    assert saved(client, table, {**forgotten, "p0-partner": "alone"}).status_code == 302
    assert totals(table) == [3, -1, -1, -1]


def test_without_script_a_button_shows_the_preview_and_keeps_the_entry(client):
    table = new_table()
    posted = open_table_page(client, table).fill_form(DREIER)
    answer = client.post(url("save_hand", table), {**posted, "preview": "1"})
    page = Page(answer.content.decode())
    assert answer.status_code == 200
    assert "+15" in page.texts
    assert DREIER.items() <= page.sent.items()
    assert page.sent["key"] == posted["key"]
    assert Entry.objects.count() == 0
    assert client.post(url("save_hand", table), page.fill_form({})).status_code == 302


def test_the_last_hand_is_struck_out_and_stays_in_sight(client):
    table = new_table()
    play(table, dreier(0))
    page = open_table_page(client, table)
    posted = {"key": "strike-it", "previous": page.sent["previous"], "reason": " verzählt \x00"}
    answer = client.post(url("strike", table), posted)
    assert answer.status_code == 302
    page = Page(client.get(answer["Location"]).content.decode())
    assert words(client, "Spiel 1 ist gestrichen.", "Hand 1 is struck out.") in page.text
    assert "verzählt" in page.text
    assert totals(table) == [0, 0, 0, 0]
    assert client.post(url("strike", table), posted)["Location"] == answer["Location"]


def test_an_empty_table_offers_no_strike_and_refuses_one(client):
    table = new_table()
    assert "reason" not in open_table_page(client, table).fields
    answer = client.post(url("strike", table), {"key": "k", "previous": "", "reason": "so"})
    assert answer.status_code == 412
    assert words(client, "Gestrichen wurde nichts.", "Nothing was struck out.") in answer.content.decode()


def test_the_sheet_shows_running_totals_the_radl_and_whose_forehand_it_is(client):
    table = new_table()
    play(table, trischaken(0))
    play(table, dreier(2))
    page = open_table_page(client, table)
    assert words(client, "Radl: noch 3", "Radl: 3 deals left") in page.text
    spoken = words(client, "Noch drei im Radl", "Three left in the Radl")
    assert page.text.replace(spoken, "", 1).count(words(client, "im Radl", "in the Radl")) == 0, "the badge says it"
    assert "(5×2)" not in page.text
    assert "5×2 = 10" in page.text
    start = page.texts.index(words(client, "Summe", "Sum"))
    assert page.texts[start + 1 : start + 5] == ["−12", "−12", "32", "−8"]
    assert page.texts[page.texts.index("Cilli") + 2] == words(client, "Vorhand", "Forehand")


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_language_is_switched_and_stays_on_the_page(language):
    other = {"de": "en", "en": "de"}[language]
    client = Client(headers={"accept-language": language})
    table = new_table()
    page = open_table_page(client, table)
    assert page.fields["language"] == {other}
    answer = client.post(reverse("set_language"), {"language": other, "next": page.sent["next"]})
    assert (answer.status_code, answer["Location"]) == (302, url("table", table))
    assert f'<html lang="{other}">' in open_table_page(client, table).html


@pytest.mark.parametrize("name", ["save_hand", "strike"])
def test_the_language_is_switched_back_to_the_table_from_a_page_that_only_takes_posts(german, name):
    table = new_table()
    answer = german.post(url(name, table), {})
    following = Page(answer.content.decode()).sent["next"]
    assert following == url("table", table)
    assert german.get(following).status_code == 200
