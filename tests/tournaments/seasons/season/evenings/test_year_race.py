"""The race of a year or a season, and the marks of a year: figures by hand."""

import re

import pytest
from django.test import Client
from django.utils import translation

from tarockclub.kit.charts.lines import WIDTH, Chart
from tarockclub.platform.accounts.persons import load_first_club
from tarockclub.platform.publication import change_publication
from tests.scoring.support.tables import dreier
from tests.tournaments.seasons.season.evenings.year import evening, progress, year
from tests.tournaments.seasons.season.seasons import at, day, person, season, text_of
from tournaments.seasons.season.cache.pieces import load_race_piece
from tournaments.seasons.season.cache.progress import load_kept_season
from tournaments.seasons.season.course.race import MOST_LINES, MOST_OTHERS, draw_first_lines, draw_race
from tournaments.seasons.season.head import list_marks

pytestmark = pytest.mark.django_db
WEEKS = ((2026, 3, 4, 19), (2026, 3, 11, 19), (2026, 4, 1, 19))
BCDE = ("Berta", "Cilli", "Dora", "Emil")


@pytest.fixture(autouse=True)
def shown_seasons():
    """The club shows its seasons to everybody."""
    change_publication(load_first_club(), {"seasons": True})


def chart_of(stand, number=0) -> Chart:
    """The drawn lines."""
    chart = draw_race(stand, number).chart
    assert chart is not None
    return chart


def ends_of(cup, number=0):
    """The names and totals at the ends of the lines."""
    chart = draw_race(progress(cup), number).chart
    return None if chart is None else [(line.name, line.ending) for line in chart.lines]


def test_the_first_have_lines_with_their_totals_and_months_below_and_who_misses_a_day_keeps_the_total():
    """Anna 15, 15, 10; Berta -5, 10, 5; Cilli -5, -10, -15; Dora likewise; Emil 0, -5, -10."""
    cup = year()
    evening(dreier(0), when=WEEKS[0])
    evening(dreier(0), names=BCDE, when=WEEKS[1])
    evening(dreier(0), names=("Berta", "Anna", "Dora", "Emil"), when=WEEKS[2])
    chart = chart_of(progress(cup))
    assert ends_of(cup) == [("Berta", "+25"), ("Anna", "+10"), ("Cilli", "−10"), ("Emil", "−10"), ("Dora", "−15")]
    anna = next(line for line in chart.lines if line.name == "Anna")
    assert anna.points[1].y == anna.points[2].y  # she was not there
    assert anna.values[-1] == "+10"
    assert [tick.label for tick in chart.x_ticks] == ["4. Mär", "11. Mär", "1. Apr"]
    assert chart.nameless == ()


def test_everybody_behind_the_first_six_is_grey_and_whoever_is_tapped_has_a_line():
    cup = year()
    for when in WEEKS[:2]:
        evening(dreier(0), when=when)
        evening(dreier(0), names=("Emil", "Franz", "Gustl", "Hans"), when=when)
    stand = progress(cup)
    last = stand.people[stand.standing.lines[-1].who]
    chart = chart_of(stand)
    assert (len(chart.lines), len(chart.nameless)) == (MOST_LINES, 2)
    tapped = chart_of(stand, last.number)
    assert (len(tapped.lines), len(tapped.nameless), tapped.lines[-1].name) == (MOST_LINES + 1, 1, last.name)
    assert len(chart_of(stand, 999_999).lines) == MOST_LINES


def test_a_tap_beside_the_points_of_a_day_leads_to_it_but_not_by_a_secret_link():
    cup = year()
    for when in WEEKS:
        evening(dreier(0), when=when)
    race, chart = draw_race(progress(cup)), chart_of(progress(cup))
    assert race.strips[0].x == 0
    assert sum(strip.width for strip in race.strips) == WIDTH
    points = [tick.position for tick in chart.points[1:]]
    assert all(strip.x <= x <= strip.x + strip.width for strip, x in zip(race.strips, points, strict=True))
    page = Client().get(at("season_standing", cup)).content.decode()
    assert all(f'<a href="{strip.href}" tabindex="-1"><title>{strip.name}</title>' in page for strip in race.strips)
    assert Client().get(race.strips[1].href).status_code == 200
    kept = load_kept_season(cup, at_once=True)
    assert "day-strips" not in load_race_piece(kept, kept.stand, 0, is_linked=True)


def test_many_days_have_strips_too_narrow_for_a_thumb(monkeypatch):
    cup = season()
    for _number in range(12):
        day(cup, "Anna", "Berta", "Cilli")
    race = draw_race(progress(cup))
    assert (len(race.strips), race.is_narrow) == (12, True)


def test_a_season_without_losses_is_drawn_as_the_distance_to_who_led_after_each_day():
    """Anna 3, 6, 7; Berta 2, 3, 6; Cilli 1, 3, 5: nobody behind the leader stands above."""
    cup = season()
    for names in (("Anna", "Berta", "Cilli"), ("Anna", "Cilli", "Berta"), ("Berta", "Cilli", "Anna")):
        day(cup, *names)
    race, chart = draw_race(progress(cup)), chart_of(progress(cup))
    assert race.is_distance
    assert [tick.label for tick in chart.y_ticks] == ["−3", "−2", "−1", "0"]
    assert {line.name: [-3 * point.y / chart.tall for point in line.points] for line in chart.lines} == {
        "Anna": pytest.approx([0, 0, 0, 0]),
        "Berta": pytest.approx([0, -1, -3, -1], abs=0.02),
        "Cilli": pytest.approx([0, -2, -3, -2], abs=0.02),
    }
    assert "Abstand zur Spitze nach jedem Tag" in text_of(Client().get(at("season_standing", cup)))


def test_a_race_of_fewer_lines_has_the_same_distances():
    """After the first day Cilli leads, who is not among the first two."""
    cup = season()
    for names in (("Cilli", "Anna", "Berta"), ("Anna", "Berta"), ("Berta", "Anna")):
        day(cup, *names)
    fewer, chart = draw_first_lines(progress(cup), 2), chart_of(progress(cup))
    assert fewer is not None
    assert [tick.label for tick in fewer.y_ticks] == [tick.label for tick in chart.y_ticks] == ["−2", "−1", "0"]
    assert [-2 * line.points[1].y / fewer.tall for line in fewer.lines] == pytest.approx([-1, -2], abs=0.02)


def test_before_the_second_day_there_is_no_race():
    cup = year()
    assert ends_of(cup) is None
    evening(dreier(0), when=WEEKS[0])
    assert ends_of(cup) is None
    page = text_of(Client().get(at("season_standing", cup), {"who": person("Anna").number}))
    assert "Alle Tage von Anna" in page
    assert "year-movers" not in page


def test_an_average_is_drawn_as_it_was_after_each_day():
    """Anna 15, then (15 - 5) / 2 = 5."""
    cup = year(formula="written / days")
    evening(dreier(0), when=WEEKS[0])
    evening(dreier(1), when=WEEKS[1])
    anna = next(line for line in chart_of(progress(cup)).lines if line.name == "Anna")
    assert (anna.values, anna.ending) == (("+15", "+5", "+5"), "+5")


def test_points_that_are_no_sum_of_days_are_drawn_as_they_were_after_each():
    """Anna 15 on one day, then 30 on two: 15, 60."""
    cup = year(formula="written * days")
    evening(dreier(0), when=WEEKS[0])
    evening(dreier(0), when=WEEKS[1])
    stand = progress(cup)
    assert stand.courses.of[person("Anna").pk].list_points() == [0, 1500, 6000]
    assert ends_of(cup) == [("Anna", "+60"), ("Berta", "−20"), ("Cilli", "−20"), ("Dora", "−20")]


def test_a_day_that_is_struck_out_today_counted_before():
    """Best two of three: Anna 4, 4 + 3, 4 + 4; Berta 3, 3 + 4, 3 + 4: no line is flat on a day that counted then."""
    cup = season(counting="number", best=2)
    for names in (
        ("Anna", "Berta", "Cilli", "Dora"),
        ("Berta", "Anna", "Cilli", "Dora"),
        ("Anna", "Cilli", "Berta", "Dora"),
    ):
        day(cup, *names)
    courses = progress(cup).courses
    points = {
        name: [placing and placing[1] // 100 for placing in courses.of[person(name).pk]] for name in ("Anna", "Berta")
    }
    assert points == {"Anna": [4, 7, 8], "Berta": [3, 7, 7]}
    assert [[placing and placing[0] for placing in courses.of[person(name).pk]] for name in ("Anna", "Berta")] == [
        [1, 1, 1],
        [2, 1, 2],
    ]


def test_a_season_with_a_final_has_its_race_to_the_end():
    cup = season()
    for name in ("Kirtag", "Almabtrieb"):
        day(cup, "Anna", "Berta", "Cilli", name=name)
    day(cup, "Cilli", "Berta", "Anna", kind="final", name="Finale")
    assert ends_of(cup) == [("Anna", "7"), ("Berta", "6"), ("Cilli", "5")]


def test_the_page_of_many_has_few_grey_lines():
    cup = year()
    for when in WEEKS[:2]:
        for table in range(11):
            evening(dreier(0), names=tuple(f"Spieler {4 * table + seat:02}" for seat in range(4)), when=when)
    assert len(chart_of(progress(cup)).nameless) == MOST_OTHERS


def test_marks_name_the_best_and_equals_up_to_three():
    """Anna +15, +30, +15 on three days; nobody else is above zero; Cilli was there as often as she."""
    cup = year()
    evening(dreier(0), when=WEEKS[0])
    evening(dreier(0), dreier(0), names=("Anna", "Cilli", "Dora", "Emil"), when=WEEKS[1])
    evening(dreier(0), names=("Anna", "Berta", "Cilli", "Emil"), when=WEEKS[2])
    with translation.override("de"):
        marks = [(mark["names"], mark["amount"], mark["about"]) for mark in list_marks(progress(cup))]
    assert marks == [
        ("Anna", "+30", "bester Abend, 11. März"),
        ("Anna", "3", "Tagessiege"),
        ("Anna, Cilli", "3", "am öftesten da"),
        ("Anna", "+20,0", "bester Schnitt"),
        ("Anna", "3", "Abende ohne Minus, März bis April"),
    ]
    assert 'id="marks">Marken<' in text_of(Client().get(at("season_standing", cup)))


def test_a_mark_of_more_than_three_is_none_and_one_evening_has_none():
    cup = year()
    evening(dreier(0), when=WEEKS[0])
    assert list_marks(progress(cup)) == ()
    evening(dreier(0), when=WEEKS[1])
    with translation.override("de"):
        abouts = [mark["about"] for mark in list_marks(progress(cup))]
    assert abouts == ["bester Abend", "Tagessiege", "bester Schnitt"]  # all four were there twice; a run takes three


def test_a_first_place_in_another_cup_is_no_day_won():
    cup = season()
    for name in ("Kirtag", "Almabtrieb"):
        day(cup, "Anna", "Berta", "Cilli", kind="carried", name=name)
    day(cup, "Berta", "Anna", "Cilli")
    day(cup, "Berta", "Cilli", "Anna", name="Advent")
    with translation.override("de"):
        marks = {mark["about"]: (mark["names"], mark["amount"]) for mark in list_marks(progress(cup))}
    assert marks["Tagessiege"] == ("Berta", "2")


def test_a_season_of_tournaments_has_the_page_of_a_year():
    cup = season(best=1, counting="number")
    for name in ("Kirtag", "Almabtrieb"):
        day(cup, "Anna", "Berta", "Cilli", name=name)
    day(cup, "Cilli", "Berta", name="Advent")
    assert ends_of(cup) == [("Anna", "3"), ("Cilli", "2"), ("Berta", "2")]
    page = text_of(Client().get(at("season_standing", cup)))
    parts = [page.index(part) for part in ("Anna führt mit 3", "Das Rennen", "Alle Plätze und Tage", "Marken")]
    assert parts == sorted(parts)
    assert re.findall(r'aria-label="(\w+)"', page[parts[2] : page.index("<tbody>")]) == [
        "Advent",
        "Almabtrieb",
        "Kirtag",
    ]
