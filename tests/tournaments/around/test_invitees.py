"""People are invited by the standings of a season and answer by a link or by telephone; who is next moves up."""

import csv
import io
import re
from datetime import UTC, date, datetime, time, timedelta

import pytest
from django.test import Client
from django.urls import reverse

from tarockclub.kit.days import format_day
from tarockclub.models import LogEntry, Person
from tarockclub.platform.accounts.club_log import Kind
from tests.support.pdf import look_at
from tests.tournaments.seasons.season import seasons
from tests.tournaments.support import acts, factories
from tests.tournaments.support.factories import new_key
from tests.tournaments.support.list_previews import confirm_preview
from tournaments.core.acts import ActionRefused
from tournaments.models import Application, Entrant, SeasonEvent
from tournaments.people.entrants.applications import load_line
from tournaments.people.invitations.actions import InvitationDetails
from tournaments.people.registration.actions import As, find_own_secret
from tournaments.people.registration.inviting import AnswerInvitation, count_answers

pytestmark = pytest.mark.django_db
NAMES = ("Anna", "Bruno", "Clara", "David", "Eva")


@pytest.fixture
def final():
    """The final of a season in which Anna leads, and Eva, who has played once, is last; it has three places."""
    made = factories.tournament()
    cup = seasons.season()
    seasons.day(cup, *NAMES)
    seasons.day(cup, *NAMES[:4])
    acts.add_tournament(cup, new_key(), made, kind="final")
    acts.change_invitation(made.pk, new_key(), InvitationDetails(most=3))
    return made


def read(client, final, **asked):
    return client.get(reverse("invited", args=[final.slug]), asked, headers={"accept-language": "en"})


def send(client, final, **sent):
    return client.post(reverse("invited", args=[final.slug]), {"key": new_key(), **sent}, follow=True)


def read_rows(content):
    return list(csv.DictReader(io.StringIO(content.decode("utf-8-sig")), delimiter=";" if b";" in content else ","))


def names(page):
    return [invitee["name"] for invitee in page.context["next"]]


def find(name):
    return Application.objects.get(name__text=name)


def invite(director, final):
    page = read(director, final)
    send(director, final, people=",".join(str(invitee["number"]) for invitee in page.context["next"]))


def test_as_many_are_next_as_there_are_places_and_who_declines_lets_the_next_one_move_up(director, final):
    assert names(read(director, final)) == ["Anna", "Bruno", "Clara"]
    invite(director, final)
    assert names(read(director, final)) == []
    send(director, final, declines=find("Bruno").pk)
    send(director, final, comes=find("Anna").pk)
    assert names(read(director, final)) == ["David"]
    assert count_answers(final) == {As.OPEN: 1, As.TAKEN: 1, As.GONE: 1}
    assert [entrant.person.name for entrant in Entrant.objects.filter(tournament=final)] == ["Anna"]
    states = [(answer.application.name.text, answer.state) for answer in read(director, final).context["invited"]]
    assert states == [("Clara", "invited"), ("Anna", "takes part"), ("Bruno", "invited, does not come")]


def test_each_cup_that_carries_points_has_a_quota_of_its_own(director, final):
    cup = final.season_events.get().season
    seasons.day(cup, "David", "Eva", "Zita", kind="carried", name="Cup Nord")
    seasons.day(cup, "Bruno", "Eva", kind="carried", name="Cup Süd")
    north, south = SeasonEvent.objects.filter(kind="carried").order_by("number")
    asked = {"season": str(cup.slug), "first": "2"}
    assert names(read(director, final, **asked, cup=north.pk)) == ["David", "Eva"]
    page = read(director, final, **asked, cup=south.pk)
    assert names(page) == ["Bruno", "Eva"]
    numbers = ",".join(str(invitee["number"]) for invitee in page.context["next"])
    address = f"{reverse('invited', args=[final.slug])}?{page.context['query']}"
    assert names(director.post(address, {"key": new_key(), "people": numbers}, follow=True)) == []
    send(director, final, declines=find("Eva").pk)
    assert names(read(director, final, **asked, cup=north.pk)) == ["David", "Zita"]
    quotas = read(director, final, **asked).context["quotas"]
    assert [(row["cup"], row["comes"], row["asked"], row["next"]) for row in quotas] == [
        ("Cup Nord", 0, 0, 2),
        ("Cup Süd", 0, 1, 0),
    ]
    letter = look_at(read_file(director, final, "pdf").content)[0].text
    assert "Cup Süd" in letter
    other = seasons.season(name="Anderer Cup")
    refused = read(director, final, season=str(other.slug), first="2", cup=north.pk)
    assert refused.context["next"] is None
    assert "into another season" in refused.content.decode()


def test_the_list_of_a_cup_says_in_how_many_tournaments_somebody_played(director, final):
    cup = final.season_events.get().season
    event = seasons.day(cup, kind="carried", name="Cup Nord")
    address = reverse("season_results", args=[cup.slug, event.number])
    asked = {"season": str(cup.slug), "cup": event.pk, "least": "4"}

    def write(text, **more):
        shown = director.post(address, {"text": text}, headers={"accept-language": "en"})
        confirm_preview(director, shown, points="on", **more)
        return shown.content.decode()

    write("Rang;Name;Punkte\n1;Zita Moser;9")
    assert "does not say how many" in read(director, final, **asked).content.decode()
    text = "Rang;Name;Punkte;Turniere\n1;Zita Moser;120;3\n2;Eva Berger;110;4\n3;Rosa Lang;100;12"
    assert "4 tournaments" in write(text, reason="mit den Turnieren")
    assert names(read(director, final, **asked)) == ["Eva Berger", "Rosa Lang"]
    assert 'name="days-3" value="12"' in director.get(address).content.decode()


def test_a_standing_can_be_cut_by_the_number_of_tournaments(director, final):
    slug = str(final.season_events.get().season.slug)
    assert names(read(director, final, season=slug, least="2")) == list(NAMES[:4])
    page = read(director, final, season=slug, first="2", least="1")
    assert names(page) == ["Anna", "Bruno"]
    address = f"{reverse('invited', args=[final.slug])}?{page.context['query']}"
    director.post(
        address, {"key": new_key(), "people": ",".join(str(invitee["number"]) for invitee in page.context["next"])}
    )
    send(director, final, declines=find("Anna").pk)
    assert names(read(director, final)) == ["Clara"]  # as it was chosen before


def test_an_own_link_answers_and_nobody_waits_in_the_line_before_that(director, final):
    invite(director, final)
    assert load_line(final).ahead == ()
    own = reverse("own_place", args=[final.slug, find_own_secret(final, find("Clara").key)])
    client = Client()
    assert "You are invited" in client.get(own, headers={"accept-language": "en"}).content.decode()
    client.post(own, {"key": new_key(), "comes": "1"})
    assert find("Clara").entrant.number == 1
    with pytest.raises(ActionRefused, match="answered"):
        AnswerInvitation(application=find("Clara").pk, comes=False).perform(final, new_key())


def test_who_says_yes_when_all_places_are_taken_waits_for_one(director, final):
    invite(director, final)
    factories.people(final, 3)
    send(director, final, comes=find("Anna").pk)
    assert [waiting.name.text for waiting in load_line(final).behind] == ["Anna"]


def test_who_comes_to_the_desk_without_an_answer_has_answered(director, final):
    invite(director, final)
    factories.enter_people(final, "Bruno")
    assert (find("Bruno").decided_as, find("Bruno").entrant.person.name) == (As.TAKEN, "Bruno")


def read_file(client, final, form):
    return client.get(reverse("invited_file", args=[final.slug, form]), headers={"accept-language": "en"})


def test_the_list_has_the_answer_of_each_and_the_link_of_whoever_has_not_answered(director, final):
    Person.objects.filter(name="Anna").update(town="Wels", contact="Tel. 1\nanna@verein.at")
    invite(director, final)
    send(director, final, comes=find("Bruno").pk)
    answer = read_file(director, final, "csv")
    lines = {row["Surname"] or row["First name"]: row for row in read_rows(answer.content)}
    assert set(lines) == {"Anna", "Bruno", "Clara"}
    assert lines["Anna"]["Contact"] == "Tel. 1 / anna@verein.at"
    assert lines["Anna"]["Own link"].startswith("http://testserver/")
    assert lines["Bruno"]["Own link"] == ""
    own = Client().get(lines["Anna"]["Own link"].removeprefix("http://testserver"))
    assert "Anna" in own.content.decode()
    assert "no-store" in answer["Cache-Control"]  # whoever has a link answers for somebody
    assert LogEntry.objects.filter(kind=Kind.EXPORTED).exists()


def test_a_letter_goes_to_each_who_has_not_answered_with_a_code_of_their_own(director, final):
    closes = datetime.combine(final.day - timedelta(days=9), time(12), UTC)
    said = InvitationDetails(most=3, place="Gasthaus Linde", address="Krems", is_public=True, closes=closes)
    acts.change_invitation(final.pk, new_key(), said)
    invite(director, final)
    send(director, final, declines=find("Bruno").pk)
    letters = read_file(director, final, "pdf").content
    pages = look_at(letters)
    assert [re.findall("Anna|Bruno|Clara", page.text) for page in pages] == [["Anna"], ["Clara"]]
    addresses = [re.sub("[\u200b ]", "", page.text) for page in pages]
    for name, address in zip(("Anna", "Clara"), addresses, strict=True):
        assert find_own_secret(final, find(name).key) in address
    assert all("Gasthaus Linde" in page.text for page in pages)
    assert ["you are in place 1." in page.text for page in pages] == [True, False]
    assert all(f"Please answer by {format_day(closes.date())} with this code" in page.text for page in pages)
    for name in ("Anna", "Clara"):
        send(director, final, comes=find(name).pk)
    assert read_file(director, final, "pdf").status_code == 302


def test_letters_have_the_day_for_the_answer_that_was_typed_where_entries_do_not_close(director, final):
    invite(director, final)
    address = reverse("invited_file", args=[final.slug, "pdf"])
    [with_day, without] = [
        look_at(director.get(address, {"by": by}, headers={"accept-language": "en"}).content)[0].text
        for by in ("2026-03-01", "")
    ]
    assert f"Please answer by {format_day(date(2026, 3, 1))} with this code" in with_day
    assert "Please answer with this code" in without
    assert 'name="by"' in read(director, final).content.decode()


def test_the_text_for_the_group_names_people_as_everybody_may_see_them(director, final):
    invite(director, final)
    send(director, final, comes=find("Bruno").pk)
    Person.objects.filter(name="Clara").update(shown_as="C.")
    for_group = read(director, final).context["for_group"]
    assert "1 comes: Bruno" in for_group
    assert "2 are asked: Anna, C." in for_group
