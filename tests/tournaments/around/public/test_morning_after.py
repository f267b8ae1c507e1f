"""The morning after, years to look back on, and texts for the group: what was published, in names that all may see."""

import html
from datetime import date, datetime, timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils.timezone import localdate

from tarockclub.kit.time_source import pretend_time
from tarockclub.models import Message
from tarockclub.platform.messages.services import add_address
from tarockclub.platform.publication import change_publication
from tests.scoring.support.tables import dreier, rufer
from tests.support.accounts import log_in, make_account
from tests.support.pdf import look_at
from tests.tournaments.around.public.conftest import STAFF, play, publish, show
from tests.tournaments.seasons.season.evenings.year import evening, points, year
from tests.tournaments.seasons.season.seasons import person
from tests.tournaments.support import acts, factories
from tests.tournaments.support.factories import new_key
from tournaments.models import Tournament
from tournaments.people.invitations.actions import InvitationDetails
from tournaments.people.register.services import set_publicity
from tournaments.results.undo.services import withdraw_result
from tournaments.seasons.season.settings import EveningRule

pytestmark = pytest.mark.django_db
NAMES = ("Ottokar", "Philomena", "Quirin", "Roswitha")
THIRD_OF_MARCH = (2026, 3, 3, 19)


def read(client: Client, address: str, area: str = "share-text") -> str:
    """The text of a page that can be copied."""
    page = client.get(address, headers={"Accept-Language": "de"}).content.decode()
    return html.unescape(page.partition(f'id="{area}"')[2].partition(">")[2].partition("</textarea>")[0])


@pytest.fixture
def secretary() -> Client:
    return log_in(make_account("secretary"))


def test_a_tournament_is_told_as_it_was_published_and_not_before():
    played = play("Vorbeicup", NAMES, ended=True)
    address = reverse("podium", args=[played.tournament.slug])
    publish(played.tournament, 1)
    assert Client().get(address).status_code == 404
    publish(played.tournament)
    set_publicity(person("Philomena"), "number")
    text = read(Client(), address).splitlines()
    hidden = f"Spieler {person('Philomena').number}"
    assert text[0] == "Vorbeicup"
    assert [line for line in text if line[:2] in ("1.", "2.", "3.", "4.")] == [
        "1. Ottokar +30",
        f"2. {hidden} +10",
        "3. Quirin −15",
    ]
    assert "Philomena" not in "\n".join(text)
    assert any(line.startswith("Zahlen: 4 Personen · 1 Tisch") for line in text)
    assert text[-1].endswith(f"/tournaments/{played.tournament.slug}/results/0/1/")
    withdraw_result(Tournament.objects.get(pk=played.tournament.pk), new_key(), 0, "verrechnet", STAFF)
    assert Client().get(address).status_code == 404


def test_the_website_gets_the_same_words_as_html_in_which_names_are_only_text(pictures):
    played = play("Cup <1>", ("Otto & Co", *NAMES[1:]), ended=True)
    publish(played.tournament, 1)
    publish(played.tournament)
    address = reverse("podium", args=[played.tournament.slug])
    markup = read(Client(), address, "share-html")
    assert markup.startswith("<h2>Cup &lt;1&gt;</h2>\n<p>")
    assert "1. Otto &amp; Co +30<br>2. Philomena +10" in markup
    assert markup.endswith("</a></p>")
    page = Client().get(address).content.decode()
    assert f'href="{reverse("paper", args=[played.tournament.slug, "result"])}"' in page
    assert Client().get(address, {"picture": "wide"})["Content-Type"] == "image/png"
    assert "Otto & Co" in pictures[0]


def test_an_evening_adds_up_all_tables_of_its_day_as_the_year_does(secretary, pictures):
    evening(dreier(0), rufer(1), when=THIRD_OF_MARCH)
    evening(dreier(1), names=("Cilli", "Anna", "Emil", "Franz"), when=THIRD_OF_MARCH)
    evening(dreier(0), when=(2026, 3, 10, 19))  # another day
    set_publicity(person("Emil"), "number")
    address = reverse("share_period", args=["2026-03-03"])
    text = read(secretary, address)
    assert "Dienstag, 3. März 2026 · 6 Personen · 2 Tische · 3 Spiele" in text
    ranked = [line.partition(" ")[2].rpartition(" ") for line in text.splitlines() if line[:1].isdigit()]
    sums = {name: int(amount.replace("−", "-")) for name, _blank, amount in ranked}
    rule = EveningRule("2026-03-03", "2026-03-03")
    assert sums == points(year(evenings=rule))
    assert f"Spieler {person('Emil').number}" in sums
    assert list(sums.values()) == sorted(sums.values(), reverse=True)
    assert "Emil" not in text
    assert "Spiel des Tages: Dreier · Anna" in text
    secretary.get(address, {"picture": "square"})
    assert "Emil" not in pictures[0]


def test_those_who_have_played_on_an_evening_are_told_their_place_once_and_when_all_is_over(secretary, settings):
    settings.DEFAULT_FROM_EMAIL, settings.SITE_ADDRESS = "tarock@example.org", "https://tarock.example.org"
    evening(dreier(0), when=THIRD_OF_MARCH)
    address = reverse("share_period", args=["2026-03-03"])
    for name in ("Anna", "Cilli"):
        add_address(person(name), "mail", f"{name}@example.org", STAFF, agreed=True)
    assert "mitteilen" in secretary.get(address).content.decode()
    for _twice in range(2):
        assert secretary.post(address).status_code == 302
    place = next(line for line in read(secretary, address).splitlines() if " Anna " in line).partition(".")[0]
    told = dict(Message.objects.values_list("address__person__name", "text"))
    assert told.keys() == {"Anna", "Cilli"}
    assert told["Anna"].endswith(f"Du bist auf Platz {place}.")
    assert [message.path for message in Message.objects.all()] == ["", ""]


def test_the_own_place_of_an_evening_leads_to_the_standings_for_which_it_counts(secretary):
    cup = year(evenings=EveningRule("2026-01-01", "2026-12-31"))
    evening(dreier(0), when=THIRD_OF_MARCH)
    add_address(person("Anna"), "mail", "anna@example.org", STAFF, agreed=True)
    change_publication(cup.club, {"seasons": True})
    secretary.post(reverse("share_period", args=["2026-03-03"]))
    path = Message.objects.get().path
    assert path == reverse("season_standing", args=[cup.slug])
    assert "Anna" in Client().get(path).content.decode()


def test_an_evening_waits_while_somebody_plays_or_hands_are_not_counted(secretary, monkeypatch):
    address = reverse("share_period", args=["2026-03-03"])
    assert secretary.get(address).status_code == 404
    with pretend_time(datetime.fromisoformat("2026-03-03T21:00:00+01:00")):
        evening(dreier(0), when=THIRD_OF_MARCH)
        running = evening(dreier(0), names=("Emil", "Franz", "Gusti", "Hans"), when=THIRD_OF_MARCH, ends=False)
        page = secretary.get(address).content.decode()
        assert "Es wird noch gespielt oder gezählt" in page
        assert "share-text" not in page
        assert "Nachlese" not in secretary.get(reverse("evenings")).content.decode()
    with pretend_time(datetime.fromisoformat("2026-03-05T21:00:00+01:00")):  # that table was forgotten
        assert "Anna" in read(secretary, address)
        assert running.ended is None
        monkeypatch.setattr("scoring.reports.statistics.report.update_counts", lambda _club: 1)
        assert "share-text" not in secretary.get(address).content.decode()


def test_only_the_staff_looks_back_on_evenings_and_nobody_on_nonsense(secretary):
    evening(dreier(0), when=THIRD_OF_MARCH)
    assert Client().get(reverse("share_period", args=["2026-03-03"])).status_code == 302
    for period in ("2026-03-04", "2019", "0000", "x", "2026-13-01"):
        assert secretary.get(reverse("share_period", args=[period])).status_code == 404


def test_an_evening_leads_to_the_year_only_where_everybody_may_see_it(secretary):
    of = year()
    evening(dreier(0), when=THIRD_OF_MARCH)
    assert points(of)  # counts
    address, standing = reverse("share_period", args=["2026-03-03"]), reverse("season_standing", args=[of.slug])
    assert standing not in read(secretary, address)
    show("seasons")
    assert standing in read(secretary, address)


def test_a_year_says_who_has_won_most_and_its_tournaments(secretary):
    evening(dreier(0), rufer(1), when=THIRD_OF_MARCH)
    evening(dreier(1), when=(2025, 3, 4, 19))
    played = play("Vorbeicup", NAMES, ended=True)
    Tournament.objects.filter(pk=played.tournament.pk).update(day=date(2026, 5, 1))
    publish(played.tournament, 1)
    publish(played.tournament)
    text = read(secretary, reverse("share_period", args=["2026"]))
    assert text.startswith("Das Jahr 2026\n2 Spiele · 1 Tisch")
    assert "Vorbeicup: Ottokar" in text
    assert "1. Anna" in text
    page = secretary.get(reverse("statistics"), {"from": "2025-01-01", "to": "2025-12-31"}).content.decode()
    assert reverse("share_period", args=["2025"]) in page


@pytest.mark.parametrize(("period", "best"), [("2026-03-03", "Spiel des Tages"), ("2026", "Bestes Spiel")])
def test_an_evening_and_a_year_are_papers_too_with_the_names_that_all_may_see(secretary, period, best):
    evening(dreier(0), rufer(1), when=THIRD_OF_MARCH)
    set_publicity(person("Berta"), "number")
    address = reverse("share_period", args=[period])
    assert 'href="?paper=1"' in secretary.get(address).content.decode()
    answer = secretary.get(address, {"paper": "1"}, headers={"Accept-Language": "de"})
    [page] = look_at(answer.content)
    assert answer["Content-Type"] == "application/pdf"
    assert all(words in page.text for words in ("1. Anna", f"Spieler {person('Berta').number}", best, "Punkte"))
    assert "Berta" not in page.text
    with pretend_time(datetime.fromisoformat("2026-03-03T21:00:00+01:00")):
        evening(dreier(0), names=("Emil", "Franz", "Gusti", "Hans"), when=THIRD_OF_MARCH, ends=False)
        waits = secretary.get(reverse("share_period", args=["2026-03-03"]), {"paper": "1"})
        assert waits["Content-Type"].startswith("text/html")


def announce(of: Tournament) -> None:
    details = InvitationDetails(is_public=True, place="Gasthaus zur Linde", most=8)
    acts.change_invitation(of.pk, new_key(), details)


def test_the_group_is_told_the_date_then_how_many_come_then_who_sits_where(secretary):
    of = factories.tournament(name="Kommtcup", fee=300)
    Tournament.objects.filter(pk=of.pk).update(day=localdate() + timedelta(days=3))
    factories.enter_people(of, *NAMES)
    announce(of)
    address = reverse("group_text", args=[of.slug])
    dated = read(secretary, address)
    assert "Gasthaus zur Linde" in dated
    assert "Nenngeld: €\xa03,00 pro Runde" in dated
    assert dated.endswith(f"/tournaments/{of.slug}/invitation/")
    places = read(secretary, f"{address}?about=places")
    assert "4 von 8 Plätzen sind vergeben." in places
    assert not [name for name in NAMES if name in places]
    assert "about=draw" not in secretary.get(address).content.decode()
    factories.draw_tables(factories.round_(of))
    drawn = read(secretary, address)
    assert "Runde 1 ist ausgelost" in drawn
    assert drawn.endswith(f"/tournaments/{of.slug}/rounds/1/seats/")


def test_the_group_is_told_that_a_tournament_was_moved_or_cancelled(secretary):
    of = factories.tournament(name="Kommtcup")
    Tournament.objects.filter(pk=of.pk).update(day=localdate() + timedelta(days=3))
    of.refresh_from_db()
    address = reverse("group_text", args=[of.slug])
    acts.move(of, new_key(), localdate() + timedelta(days=9), "Saal besetzt")
    assert "Verschoben vom" in read(secretary, address)
    acts.cancel(Tournament.objects.get(pk=of.pk), new_key(), "Zu wenige")
    text = read(secretary, f"{address}?about=places")
    assert "Abgesagt: Zu wenige" in text
    assert "about=places" not in secretary.get(address).content.decode()
