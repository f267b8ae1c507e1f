"""The page of a club's year, two taps to begin it, and the form that says which evenings count."""

import re
from datetime import UTC, date, datetime

import pytest
from django.test import Client
from django.urls import reverse

from scoring.models import Total
from scoring.reports.statistics.filters import list_filter_tables
from tarockclub.kit.amounts import format_signed_points
from tarockclub.kit.time_source import pretend_time
from tarockclub.platform.accounts.persons import load_first_club
from tarockclub.platform.publication import change_publication
from tarockclub.platform.sharing import responses
from tests.scoring.support.tables import dreier, new_key
from tests.support.accounts import log_in, make_account
from tests.tournaments.seasons.season.evenings.year import days, evening, points, progress, year
from tests.tournaments.seasons.season.seasons import at, end_season, person, text_of
from tournaments.models import Season
from tournaments.seasons.season.points.preview import find_ready
from tournaments.seasons.season.settings import EveningRule, parse_season_settings

pytestmark = pytest.mark.django_db
THIS_YEAR = "2026-07-01T12:00:00+00:00"
WEEKS = ((2026, 3, 4, 19), (2026, 3, 11, 19), (2026, 4, 1, 19))


@pytest.fixture
def director():
    return log_in(make_account("director"))


@pytest.fixture(autouse=True)
def this_year():
    """It is the summer of 2026."""
    with pretend_time(datetime.fromisoformat(THIS_YEAR)):
        yield


@pytest.fixture(autouse=True)
def shown_seasons():
    """The club shows its seasons to everybody."""
    change_publication(load_first_club(), {"seasons": True})


def figures_of(page):
    """The figures beside the head, each with its name."""
    figures = re.findall(r"<dt>(.*?)</dt>\s*<dd>(.*?)</dd>", page, re.DOTALL)
    return {name: " ".join(re.sub(r"<[^>]+>", "", number).split()) for name, number in figures}


def rows_of(page):
    """The cells of each line of the year's table, as words."""
    body = page.partition("</thead>")[2].partition("</table>")[0]
    return [
        [re.sub(r"<[^>]+>", "", cell).strip() for cell in re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", row, re.DOTALL)]
        for row in re.findall(r"<tr(?: id=[^>]*)?>(.*?)</tr>", body, re.DOTALL)
    ]


def test_the_year_is_offered_after_the_third_evening_and_begins_with_two_taps(director):
    offer = reverse("new_year")
    for when in WEEKS[:2]:
        evening(dreier(0), when=when)
    assert offer not in text_of(director.get("/"))
    evening(dreier(1), when=WEEKS[2])
    assert "Jahreswertung 2026 beginnen" in text_of(director.get("/"))
    assert offer not in text_of(log_in().get("/"))  # the secretary may not
    form = text_of(director.get(offer))
    assert 'value="jahr" required id="id_rule_0" checked' in form or re.search(r'value="jahr"[^>]*checked', form)
    answer = director.post(offer, {"key": new_key(), "rule": "jahr"})
    cup = Season.objects.get()
    assert answer.url == at("season_standing", cup)
    settings = parse_season_settings(cup.settings)
    ready = find_ready("jahr")
    assert ready is not None
    assert settings == ready.settings._replace(evenings=EveningRule("2026-01-01", "2026-12-31"))
    assert cup.name == "Unser Jahr 2026"
    assert days(cup) == ["2026-03-04", "2026-03-11", "2026-04-01"]
    assert offer not in text_of(director.get("/"))


def test_in_the_night_of_new_year_it_is_still_the_evening_of_the_year_that_has_passed(director):
    """Half past midnight in Vienna: an evening belongs to the day before until five."""
    with pretend_time(datetime(2026, 12, 31, 23, 30, tzinfo=UTC)):
        for when in (*WEEKS[:2], (2027, 1, 1, 0, 10)):
            evening(dreier(0), when=when)
        assert "Jahreswertung 2026 beginnen" in text_of(director.get("/"))
        director.post(reverse("new_year"), {"key": new_key(), "rule": "jahr"})
        assert days(Season.objects.get()) == ["2026-03-04", "2026-03-11", "2026-12-31"]
        assert "<h2>Heute, 31. Dezember" in text_of(director.get(reverse("evenings")))
        wanted = director.get(reverse("statistics")).context["wanted"]
        assert wanted[:2] == (date(2026, 1, 1), date(2026, 12, 31))
        assert list_filter_tables(load_first_club().pk, wanted).count() == 3


LAST_DECEMBER = ((2025, 12, 3, 19), (2025, 12, 10, 19), (2025, 12, 31, 19))


@pytest.mark.heavy_but("2026-01-01T03:30:00+00:00-2025-choices0")
@pytest.mark.parametrize(
    ("moment", "offered", "choices"),
    [
        ("2026-01-01T03:30:00+00:00", "2025", ()),  # half past four in Vienna: still the night of New Year's Eve
        ("2026-01-01T04:30:00+00:00", "2025", ("2025", "2026")),
        ("2026-03-31T20:00:00+00:00", "2025", ("2025", "2026")),
        ("2026-04-01T02:30:00+00:00", "2025", ("2025", "2026")),  # half past four in the summer
        ("2026-04-01T04:00:00+00:00", None, ()),
    ],
)
def test_the_year_that_has_passed_may_begin_until_the_end_of_march(director, moment, offered, choices):
    with pretend_time(datetime.fromisoformat(moment)):
        for when in LAST_DECEMBER:
            evening(dreier(0), when=when)
        page = text_of(director.get("/"))
        assert {*re.findall(r"Jahreswertung (\d+) beginnen", page)} == ({offered} if offered else set())
        page = text_of(director.get(reverse("new_year")))
        assert tuple(re.findall(r'href="\?year=(\d+)"', page)) == choices
        answer = director.post(f"{reverse('new_year')}?year=2025", {"key": new_key(), "rule": "jahr"})
        assert answer.status_code == 302
        assert Season.objects.get().name == f"Unser Jahr {offered or 2026}"  # no other one may begin


def test_a_year_that_has_begun_is_not_begun_again_and_is_linked(director):
    """Tapped four times, or begun by another name: one season; the same form sent twice leads to it."""
    offer, key = f"{reverse('new_year')}?year=2026", new_key()
    for _tap in range(2):
        assert director.post(offer, {"key": key, "rule": "jahr"}).status_code == 302
    cup = Season.objects.get()
    again = director.post(offer, {"key": new_key(), "rule": "jahr_euro"})
    assert again.status_code == 409
    for page in (text_of(again), text_of(director.get(offer))):
        assert "gibt es schon:" in page
        assert f'href="{at("season_standing", cup)}">Unser Jahr 2026<' in page
    Season.objects.update(name="Mittwochsrunde")  # still the same dates
    assert director.post(offer, {"key": new_key(), "rule": "jahr"}).status_code == 409
    assert Season.objects.count() == 1


def test_the_old_year_is_named_from_december_on_until_it_is_published(director):
    cup, address = year(), reverse("handover")
    evening(dreier(0), when=WEEKS[0])

    def read(moment):
        with pretend_time(datetime.fromisoformat(moment)):
            return text_of(director.get("/"))

    publish = f'"{at("season", cup)}"'
    assert publish not in read("2026-12-01T03:30:00+00:00")  # the night of 30 November
    for moment in ("2026-12-01T04:30:00+00:00", "2027-01-01T03:30:00+00:00"):  # the last one: New Year's night
        assert "Cup endet am 31. Dezember" in re.sub(r"\s+", " ", read(moment))
    for moment in ("2027-01-01T04:30:00+00:00", "2027-07-01T12:00:00+00:00"):
        page = re.sub(r"\s+", " ", read(moment))
        assert "Cup ist vorbei: Endstand veröffentlichen" in page
        assert publish in page
    assert "bis 31. Dezember 2026; der Endstand ist noch nicht veröffentlicht." in text_of(director.get(address))
    end_season(cup)
    assert publish not in read("2027-01-01T04:30:00+00:00")
    assert "noch nicht veröffentlicht" not in text_of(director.get(address))


def test_the_new_year_is_offered_while_the_old_one_is_not_published(director):
    year()
    with pretend_time(datetime(2027, 2, 1, 12, tzinfo=UTC)):
        for when in (*WEEKS, (2027, 1, 13, 19), (2027, 1, 20, 19)):
            evening(dreier(0), when=when)
        assert reverse("new_year") not in text_of(director.get("/"))
        evening(dreier(0), when=(2027, 1, 27, 19))
        assert "Jahreswertung 2027 beginnen" in text_of(director.get("/"))


def test_a_year_that_begins_needs_a_rule_of_the_four(director):
    assert director.post(reverse("new_year"), {"key": new_key(), "rule": "wtc"}).status_code == 400
    assert not Season.objects.exists()


def test_the_page_has_everybodys_line_with_the_days_across_the_latest_first(director):
    """Anna 15 + 15 - 5, Berta -5 - 5 + 15; before the last day Anna led with 30, Berta had -10 like the others."""
    cup = year(least_third=True)
    for at_, when in enumerate(WEEKS):
        evening(dreier(at_ // 2), when=when)
    page = text_of(Client().get(at("season_standing", cup)))
    assert rows_of(page) == [
        ["1.", "", "Anna", "+25", "+8,3", "3", "+15", "−5", "+15", "+15"],
        ["2.", "", "Berta", "+5", "+1,7", "3", "+15", "+15", "−5", "−5"],
        ["3.", "▼1", "Cilli", "−15", "−5,0", "3", "−5", "−5", "−5", "−5"],
        ["3.", "▼1", "Dora", "−15", "−5,0", "3", "−5", "−5", "−5", "−5"],
    ]
    assert "Anna führt mit +25, 20 vor Berta." in page
    assert figures_of(page) == {"Spieltage": "3", "Teilnehmer": "4"}
    assert "Das Rennen" in page
    berta = text_of(Client().get(at("season_standing", cup), {"who": person("Berta").number}))
    assert "Alle Tage von Berta" in berta


def test_thirds_are_written_as_at_the_evenings_where_the_rule_rounds_nothing_but_their_sum(director):
    """Three share what Dora gets; then Anna wins 15: as at the evening, unless each day is rounded."""
    thirds = {"plays": [{"contract": "trischaken", "declarer": 0, "points": ["20", "20", "20", "10"]}]}
    evening(thirds, when=WEEKS[0])
    evening(dreier(0), when=WEEKS[1])
    paid = evening(thirds, when=WEEKS[2])
    [written] = {total.written for total in Total.objects.filter(sitting__table=paid, sitting__place=1)}
    exact = format_signed_points(written)
    assert exact[-1] in "⅓⅔"
    for per, text, rounded in (("season", exact, "am Schluss"), ("day", "−0,7", "jeder Tag")):
        cup = year(per=per, decimals=1)
        page = text_of(director.get(at("season_standing", cup)))
        [berta] = [row for row in rows_of(page) if row[2] == "Berta"]
        assert berta[7:] == [text, "−5", text]
        assert f"{rounded} auf 0,1 gerundet" in page
        [day] = [event.event for event in progress(cup).events if event.event.day == date(2026, 4, 1)]
        for other in (
            director.get(at("season_event", cup, number=day.number)),
            director.get(at("season_player", cup, number=person("Berta").number), follow=True),
        ):
            assert text in text_of(other)


def test_in_the_end_nobody_leads_any_more_somebody_has_won(director):
    cup = year()
    evening(dreier(0), when=WEEKS[0])
    for table in (dreier(0), dreier(1)):  # Anna and Cilli once more, then Berta
        evening(table, when=WEEKS[1])
    cup = end_season(cup)
    for page in (text_of(director.get(at("season_standing", cup))), text_of(Client().get("/"))):
        assert "Anna gewinnt mit +25, 20 vor Berta." in page
        assert "Anna führt" not in page


def test_who_has_too_few_days_stands_below_the_others(director):
    cup = year(least_days=2)
    evening(dreier(0), when=WEEKS[0])
    evening(dreier(0), names=("Anna", "Berta", "Cilli", "Emil"), when=WEEKS[1])
    page = text_of(Client().get(at("season_standing", cup)))
    assert "Nicht gereiht, weniger als 2 Tage" in page
    assert [row[0] for row in rows_of(page)] == ["1.", "2.", "2.", "Nicht gereiht, weniger als 2 Tage", "–", "–"]


def test_an_average_has_no_column_for_the_average(director):
    cup = year(formula="written / days")
    evening(dreier(0))
    page = text_of(Client().get(at("season_standing", cup)))
    assert rows_of(page)[0] == ["1.", "", "Anna", "+15", "1", "+15", "+15"]


def test_a_year_without_an_evening_says_so(director):
    page = text_of(Client().get(at("season_standing", year())))
    assert "Der erste Abend, der abgerechnet wird, steht hier von selbst." in page


def test_whoever_is_logged_in_reads_their_own_line_first(director):
    cup = year()
    evening(dreier(0))
    who = make_account("secretary", login="anna-liest")
    type(who).objects.filter(pk=who.pk).update(person=person("Anna"))
    who.refresh_from_db()
    assert "Du: 1. mit +15 an 1 Tagen" in text_of(log_in(who).get(at("season_standing", cup)))


def test_a_second_look_is_what_it_was_until_a_book_moves(client):
    cup = year()
    evening(dreier(0), when=WEEKS[0])
    assert "+15" in text_of(client.get(at("season_standing", cup)))
    evening(dreier(0), when=WEEKS[1])
    assert "+30" in text_of(log_in(make_account("director")).get(at("season_standing", cup)))


def test_the_director_says_which_evenings_count(director):
    cup = year()
    for when in (*WEEKS, (2026, 4, 3, 19)):
        evening(dreier(0), when=when)
    sent = {"what": "evenings", "key": new_key(), "on": "on", "since": "2026-03-05", "until": "2026-12-31"}
    page = at("season_events", cup)
    assert director.post(page, {**sent, "weekdays": ["2"]}).status_code == 302
    assert days(cup) == ["2026-03-11", "2026-04-01"]
    wrong = director.post(page, {**sent, "key": new_key(), "until": ""})
    assert (wrong.status_code, "Sag, bis zu welchem Tag Abende zählen." in text_of(wrong)) == (409, True)
    assert director.post(page, {**sent, "key": new_key(), "on": ""}).status_code == 302
    assert points(cup) == {}


def test_the_director_adds_a_date(director):
    cup = year(evenings=EveningRule("2026-01-01", "2026-12-31", chosen=True))
    evening(dreier(0))
    page = at("season_events", cup)
    assert director.post(page, {"what": "evening", "key": new_key(), "evening": "2026-03-04"}).status_code == 302
    assert days(cup) == ["2026-03-04"]
    assert director.post(page, {"what": "evening", "key": new_key(), "evening": "2026-03-05"}).status_code == 409
    assert director.post(page, {"what": "evening", "key": new_key(), "evening": "x"}).status_code == 400


def test_an_evening_that_was_never_settled_is_listed(director):
    cup = year()
    evening(dreier(0), ends=False)
    assert "nie abgerechnet: zählt nicht" in text_of(director.get(at("season_events", cup)))
    euros = year(formula="euros")
    evening(dreier(0))
    assert "nur um Punkte: zählt keine Euro" in text_of(director.get(at("season_events", euros)))


def test_the_page_of_a_date_shows_its_points_and_takes_no_result(director):
    cup = year()
    evening(dreier(0))
    page = text_of(director.get(at("season_event", cup, number=1)))
    assert "Mittwoch, 4. März" in page
    assert reverse("season_results", kwargs={"slug": cup.slug, "number": 1}) not in page
    assert "Das sind Abende" in text_of(director.get(at("season_results", cup, number=1)))


def test_the_picture_of_a_year_says_until_when_with_signs_and_without_those_who_are_not_ranked(monkeypatch):
    pictures = []

    def draw(_tag, picture):
        pictures.append(picture)
        return b"\x89PNG"

    monkeypatch.setattr(responses, "make_png", draw)
    cup = year(least_days=2)
    evening(dreier(0), when=WEEKS[0])
    evening(dreier(0), when=WEEKS[1])
    evening(dreier(0), names=("Anna", "Berta", "Cilli", "Emil"), when=WEEKS[2])
    assert Client().get(at("share_season", cup), {"picture": "square"}).status_code == 200
    card = pictures[0]["card"]
    assert card.about == "Zwischenstand · 1. April 2026"
    rows = [(row.place, row.name, row.amount, row.is_first, row.is_below) for row in card.rows]
    assert rows == [
        ("1.", "Anna", "+45", True, False),
        ("2.", "Dora", "−10", False, True),
        ("3.", "Berta", "−15", False, True),
        ("3.", "Cilli", "−15", False, True),
    ]
    assert card.more == 0


def test_who_has_moved_up_stands_since_the_day_before_the_last_one():
    """Anna 15, 30, 15; Berta -5, -10, 35: she passes Anna on the third evening."""
    cup = year()
    for hands, when in zip(((0,), (0,), (1, 1, 1)), WEEKS, strict=True):
        evening(*map(dreier, hands), when=when)
    page = text_of(Client().get(at("season_standing", cup)))
    assert "Seit dem 11. März" in page
    movers = re.sub(r"<[^>]+>|\s+", " ", page.partition('class="year-movers"')[2].partition("</ul>")[0])
    assert re.sub(r"\s+", " ", movers).strip("> ") == "▲1 Berta +45 jetzt 1., vor Anna"


def test_with_one_evening_nobody_has_moved():
    cup = year()
    evening(dreier(0))
    assert "year-movers" not in text_of(Client().get(at("season_standing", cup)))


@pytest.mark.parametrize(
    ("settings", "days"),
    [
        ({"days": 30}, "1 von 30"),
        ({"days": 2}, "1 von 2"),
        ({"days": 1}, "1"),
        ({"evenings": EveningRule("2026-01-01", "2026-07-15", (2,))}, "1 von 4"),  # 1, 8 and 15 July
        ({"evenings": EveningRule("2026-01-01", "2026-06-30", (2,))}, "1"),
        ({"evenings": EveningRule("2026-01-01", "2026-12-31")}, "1"),
    ],
)
def test_the_head_says_how_many_days_there_were_and_of_how_many_where_the_season_knows_it(settings, days):
    cup = year(**settings)
    evening(dreier(0))
    page = text_of(Client().get(at("season_standing", cup)))
    assert figures_of(page)["Spieltage"] == days
    assert ("Heute wird gespielt." in page) == (days == "1 von 4")


def test_an_evening_of_today_is_not_to_come_any_more():
    cup = year(evenings=EveningRule("2026-01-01", "2026-07-15", (2,)))
    evening(dreier(0), when=(2026, 7, 1, 10))
    page = text_of(Client().get(at("season_standing", cup)))
    assert figures_of(page)["Spieltage"] == "1 von 3"
    assert "Der nächste Tag ist am 8. Juli." in page


def test_whoever_is_tapped_is_marked_and_stands_first_on_phones():
    cup = year()
    evening(dreier(0), names=("Anna Maier", "Anna Huber", "Adele Huber", "Dora"))
    page = text_of(Client().get(at("season_standing", cup), {"who": person("Dora").number}))
    own = page.partition('class="year-first"')[2].partition("</tbody>")[0]
    assert ("Dora" in own, "Maier" in own) == (True, False)
    assert page.count('class="year-mine"') == 2
    nobody = text_of(Client().get(at("season_standing", cup), {"who": 999}))
    assert "year-mine" not in nobody
    assert ">Anna Huber<" in nobody
