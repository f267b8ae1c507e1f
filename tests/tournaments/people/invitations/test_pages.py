"""The invitation for everybody: page, date for calendars, announcement, what is to come; only where it is public."""

import re
from datetime import datetime, time, timedelta
from io import BytesIO
from zoneinfo import ZoneInfo

import pytest
from django.test import Client
from django.urls import reverse
from django.utils.timezone import localdate
from PIL import Image

from tarockclub.kit.time_source import now
from tarockclub.models import Person, Publication
from tarockclub.platform.accounts.persons import load_first_club
from tests.support.accounts import log_in, make_account
from tests.support.pdf import look_at
from tests.support.shared_rows import share_rows
from tests.tournaments.support import acts, factories
from tournaments.hall.standing.players import find_progress
from tournaments.models import Act, Entrant, Tournament
from tournaments.people.entrants.entering import NumberByName
from tournaments.people.invitations.actions import InvitationDetails, read_invitation
from tournaments.people.invitations.dates import load_expected
from tournaments.results.standings.views import search_players

pytestmark = pytest.mark.django_db
FIELDS = {
    "starts": "18:30",
    "place": "Gasthaus  Linde",
    "address": "Hauptplatz 4, Krems",
    "contact": "Anna, 0664 1",
    "counts_for": "Kremser Cup",
    "remarks": "Bitte pünktlich.\r\nEs gibt Krapfen.",
    "registration": "ask",
    "closes": "2026-07-01T12:00",
    "most": "40",
    "is_public": "on",
    "template": "",
}


@share_rows
def of():
    made = factories.tournament(name="Sommerturnier")
    Tournament.objects.filter(pk=made.pk).update(day="2026-07-03")
    return Tournament.objects.get(pk=made.pk)


def test_the_director_writes_the_invitation_once_and_everybody_reads_it(of):
    director, page = log_in(make_account("director")), reverse("edit_invitation", args=[of.slug])
    visitor, public = Client(), reverse("invitation", args=[of.slug])
    assert visitor.get(public).status_code == 404
    key = factories.new_key()
    for _twice in range(2):
        assert director.post(page, {**FIELDS, "key": key}).status_code == 302
    assert Act.objects.filter(tournament=of, kind="invitation").count() == 1
    said = read_invitation(of)
    assert (said.place, said.remarks) == ("Gasthaus Linde", "Bitte pünktlich.\nEs gibt Krapfen.")
    assert said.closes == datetime(2026, 7, 1, 12, tzinfo=ZoneInfo("Europe/Vienna"))  # in the club's time
    shown = visitor.get(public).content.decode()
    for words in ("18:30", "Gasthaus Linde, Hauptplatz 4, Krems", "Kremser Cup", 'property="og:title"', "3,00"):
        assert words in shown
    hidden = {name: value for name, value in FIELDS.items() if name != "is_public"}
    assert director.post(page, {**hidden, "key": factories.new_key()}).status_code == 302
    assert visitor.get(public).status_code == 404


def test_the_date_for_calendars_is_at_the_same_moment_wherever_it_is_read(of):
    acts.change_invitation(of.pk, factories.new_key(), InvitationDetails(time(18, 30), "Linde", is_public=True))
    text = Client().get(reverse("invitation_date", args=[of.slug])).content.decode()
    assert "DTSTART:20260703T163000Z\r\n" in text
    assert "LOCATION:Linde\r\n" in text
    assert text.count("BEGIN:VEVENT") == 1


def test_the_club_shows_what_is_to_come_and_a_calendar_to_follow(of):
    Tournament.objects.filter(pk=of.pk).update(day=localdate(now()) + timedelta(days=2))
    secret = factories.tournament(name="Nur ein Tag")
    Tournament.objects.filter(pk=secret.pk).update(day=localdate(now()) + timedelta(days=1))
    page, calendar = reverse("coming"), reverse("federation_calendar")
    assert [Client().get(address).status_code for address in (page, calendar)] == [404, 404]
    Publication.objects.create(club=load_first_club(), dates=True)
    wanted = InvitationDetails(place="Linde", is_public=True, registration="ask")
    acts.change_invitation(of.pk, factories.new_key(), wanted)
    shown = Client().get(page).content.decode()
    assert reverse("sign_up", args=[of.slug]) in shown
    assert "Mitspielen" in shown
    assert "Warteliste" not in shown
    assert "Nur ein Tag" in shown
    assert reverse("invitation", args=[secret.slug]) not in shown
    assert Client().get(calendar).content.decode().count("BEGIN:VEVENT") == 2
    acts.change_invitation(of.pk, factories.new_key(), wanted._replace(most=1))
    factories.people(of, 1)
    for address in (page, reverse("invitation", args=[of.slug])):
        full = Client().get(address).content.decode()
        assert "Warteliste" in full, address
        assert "Zum Turnier anmelden" not in full
        assert re.search(r'href="[^"]*/front/coming/"\s+aria-current="(page|true)"', full), address
        assert reverse("log_in") in full, address
    listed = log_in(make_account("secretary")).get(reverse("tournaments")).content.decode()
    assert "Anmeldung offen" in listed


def test_the_invitation_begins_with_free_places_and_once_it_is_played_leads_to_the_standings(of):
    Tournament.objects.filter(pk=of.pk).update(day=localdate(now()) + timedelta(days=2))
    acts.change_invitation(of.pk, factories.new_key(), InvitationDetails(is_public=True, registration="ask", most=6))
    factories.people(of, 4)
    page, standings = reverse("invitation", args=[of.slug]), reverse("standings", args=[of.slug])
    shown = Client().get(page).content.decode()
    assert "Noch sind 2 Plätze frei." in shown
    assert shown.count('class="button primary"') == 1
    assert standings not in shown
    before = Client().get(standings).content.decode()
    assert page in before
    assert 'role="search"' not in before.partition("<main")[2]
    Tournament.objects.filter(pk=of.pk).update(frozen=now())
    shown = Client().get(page).content.decode()
    assert "Das Turnier hat begonnen." in shown
    assert standings in shown
    assert "button" not in shown.partition("<main")[2].partition("</main>")[0]


def test_who_takes_part_is_public_only_where_the_club_says_so_and_by_public_names(of):
    factories.enter_people(of, "Anna Auer", "Berta Bauer", "Adele Aichinger")
    Person.objects.filter(name="Anna Auer").update(publicity="short", shown_as="Anna A.")
    Person.objects.filter(name="Adele Aichinger").update(publicity="number", shown_as="Spieler 3")
    page = reverse("invitation", args=[of.slug])
    acts.change_invitation(of.pk, factories.new_key(), InvitationDetails(is_public=True))
    assert "Berta" not in Client().get(page).content.decode()
    acts.change_invitation(of.pk, factories.new_key(), InvitationDetails(is_public=True, lists_players=True))
    shown = Client().get(page)
    assert shown.context["players"] == ["Anna A.", "Berta Bauer", "Spieler 3"]  # in the order of what is shown
    assert [face.initials for face in load_expected(shown.context["date"])] == ["AA", "BB", "S3"]
    assert "Anna Auer" not in shown.content.decode()
    found = search_players(find_progress(of.slug), "e")
    assert [name for _number, name in found] == ["Berta Bauer", "Spieler 3"]
    NumberByName().perform(of, factories.new_key())
    numbered = Entrant.objects.filter(tournament=of).order_by("number").values_list("person__name", flat=True)
    assert list(numbered) == ["Anna Auer", "Berta Bauer", "Adele Aichinger"]  # everybody sees the numbers


def test_the_announcement_is_one_page_with_a_picture_drawn_by_ourselves(of, director):
    paper = reverse("paper", kwargs={"slug": of.slug, "what": "invitation"})
    assert director.get(paper).status_code == 404
    acts.change_invitation(of.pk, factories.new_key(), InvitationDetails(place="Linde", is_public=True, remarks="a\nb"))
    file = BytesIO()
    Image.new("RGB", (300, 200), "red").save(file, "PNG")
    file.seek(0)
    file.name = "Bild.png"
    sent = director.post(reverse("edit_invitation_picture", args=[of.slug]), {"picture": file})
    assert sent.status_code == 302
    of.refresh_from_db()
    address = reverse("invitation_picture", args=[of.slug, of.invitation.picture])
    assert Client().get(address)["Content-Type"] == "image/png"
    answer = director.get(paper)
    assert answer["Content-Type"] == "application/pdf"
    assert len(look_at(answer.content)) == 1


def test_long_remarks_of_the_announcement_have_pages_of_their_own_and_lose_no_line(of, director):
    lines = [f"Z. {number}" for number in range(1, 201)]
    details = InvitationDetails(place="Linde", is_public=True, contact="Kassier", remarks="\n".join(lines))
    acts.change_invitation(of.pk, factories.new_key(), details)
    first, *others = look_at(director.get(reverse("paper", args=[of.slug, "invitation"])).content)
    assert "Kassier" in first.text
    assert [word for page in (first, *others) for word in page.words if word.isdigit()][-200:] == [
        line.removeprefix("Z. ") for line in lines
    ]
    assert all(page.least >= 9 for page in others)
