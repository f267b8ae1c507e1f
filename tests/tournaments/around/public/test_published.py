"""The pages of all dates, all results and all seasons for everybody: who comes first, what follows in rows."""

import re
from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.timezone import localdate, now

from tarockclub.models import Person
from tests.tournaments.around.public.conftest import play, publish, show
from tests.tournaments.around.public.test_front import read
from tests.tournaments.support import acts, factories
from tests.tournaments.support.factories import new_key
from tournaments.around.public import published
from tournaments.models import Season, Tournament
from tournaments.people.invitations.actions import InvitationDetails
from tournaments.people.register.services import set_publicity
from tournaments.seasons.season.services import SeasonDetails, create_season
from tournaments.seasons.season.settings import EveningRule, SeasonSettings

pytestmark = pytest.mark.django_db


def test_the_page_of_dates_has_a_ticket_for_the_next_one_and_rows_for_the_others(club):
    show("dates", "seasons")
    coming = Tournament.objects.get(name="Kommtcup")
    details = InvitationDetails(is_public=True, lists_players=True, most=6, registration="ask", place="Gasthof Krone")
    acts.change_invitation(coming.pk, new_key(), details)
    factories.enter_people(coming, "Xaver", "Yvonne")
    later = factories.tournament(name="Spätcup", fee=1000)
    Tournament.objects.filter(pk=later.pk).update(day=localdate() + timedelta(days=9))
    acts.change_invitation(later.pk, new_key(), details._replace(lists_players=False, place="Alte Post"))
    day = localdate() + timedelta(days=6)
    rule = EveningRule(
        weekdays=(day.weekday(),), until=f"{localdate() + timedelta(days=400)}", starts="19:30", place="Stube"
    )
    year = create_season(new_key(), club, SeasonDetails("Mittwochsrunde", SeasonSettings(evenings=rule)))
    ticket, _head, rows = read("/front/coming/").partition("Mit freien Plätzen")
    assert "Kommtcup: 4 Plätze sind frei." in ticket
    assert "Gasthof Krone" in ticket
    assert re.findall(r'<span class="face-sign[^>]*>(\w+)</span>', ticket) == ["X", "Y"]
    found = re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", rows))
    assert found.index("Spätcup") < found.index("Weitere Termine") < found.index("Mittwochsrunde")
    assert re.search(r"Spätcup Alte Post €\s10,00 pro Runde 6 von 6 frei Mitspielen", found)
    assert re.search(rf"Mittwochsrunde jeden {date_format(day, 'l')}, 19:30, Stube {date_format(day, 'j. M')} ·", found)
    assert found.count("Mittwochsrunde") == 1
    assert f'href="{reverse("season_standing", args=[year.slug])}"' in rows
    set_publicity(Person.objects.get(name="Xaver"), Person.Publicity.NUMBER)
    assert not re.search(r">X</span>", read("/front/coming/"))
    events = [
        event for event in read(reverse("federation_calendar")).split("BEGIN:VEVENT") if "Mittwochsrunde" in event
    ]
    assert len(events) == 13  # in a quarter of a year
    assert all("LOCATION:Stube" in event and re.search(r"DTSTART:\d{8}T1[78]3000Z", event) for event in events)
    show("dates")
    page, calendar = read("/front/coming/"), read(reverse("federation_calendar"))
    assert "Mittwochsrunde" not in page + calendar  # seasons are not public
    assert str(year.slug) not in page + calendar
    assert calendar.count("SUMMARY:Tarockabend") == 13
    assert len(set(re.findall(r"^UID:(.*)$", calendar, re.MULTILINE))) == calendar.count("BEGIN:VEVENT")


def test_the_page_of_results_begins_with_who_has_won_by_how_much_and_ends_with_older_ones(club, monkeypatch):
    show("results")
    names = ("Ottokar", "Philomena", "Xaver", "Zita")
    again = play("Herbstcup", names, ended=True).tournament
    publish(again, 1)
    publish(again)
    day = localdate() + timedelta(days=1)
    Tournament.objects.filter(pk=again.pk).update(day=day)
    page = read("/front/results/")
    assert "Ottokar gewinnt mit +30, 20 vor Philomena." in page
    assert page.count('<ol class="podium-steps">') == 2
    wins = re.search(r"<li>Ottokar <span[^>]*>(.*?)</span>\s*<b>2</b>", page, re.DOTALL)
    assert wins
    assert wins[1].count("<svg") == 2
    assert "<b>1</b>" not in page.partition("Am öftesten vorn")[2].partition("</section>")[0]
    assert 'role="rowheader"' not in page
    monkeypatch.setattr(published, "MOST_PODIUMS", 1)
    page = read("/front/results/")
    assert page.count('<ol class="podium-steps">') == 1
    row = re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", page.partition("<tbody")[2].partition("</tbody>")[0]))
    assert "Vorbeicup" in row
    assert "Ottokar +30 20 Philomena, Quirin 4" in row
    set_publicity(Person.objects.get(name="Ottokar"), Person.Publicity.NUMBER)
    assert "Ottokar" not in read("/front/results/")


def test_the_page_of_seasons_says_who_leads_and_who_has_won_earlier_ones(club):
    show("seasons")
    season = Season.objects.get(name="Jahreswertung")
    before = create_season(new_key(), club, SeasonDetails("Voriges Jahr", SeasonSettings()))
    Season.objects.filter(pk=before.pk).update(ended=now())
    page = read("/front/seasons/")
    going_on, _head, earlier = page.partition("Frühere Saisonen")
    assert "Walburga führt mit" in going_on
    assert f'href="{reverse("season_standing", args=[season.slug])}"' in going_on
    assert "Voriges Jahr" not in going_on
    assert "Voriges Jahr" in earlier
