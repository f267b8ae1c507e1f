"""A tournament is prepared on one page, leads on to what comes next, and is only read when it has begun."""

from datetime import UTC, date, datetime
from typing import Any

import pytest
from django.urls import reverse, reverse_lazy

from tarockclub.kit.time_source import now, pretend_time
from tests.support.accounts import log_in, make_account
from tests.tournaments.results.standings.played_tables import running
from tests.tournaments.support import acts, factories
from tournaments.core.settings import (
    BEST_ROUND,
    BEST_SUM,
    CAPITAL,
    CUP,
    LOT,
    NO_REPLACEMENTS,
    PLACE_POINTS,
    ROUNDS_WON,
    STANDING,
    SUM,
    WRITTEN_SCORE,
    Settings,
    build_default_settings,
    parse_settings,
)
from tournaments.hall.setup.contradictions import find_setting_contradictions
from tournaments.hall.setup.forms import TournamentForm, build_initial
from tournaments.hall.setup.overview import load_tournament_page
from tournaments.models import Round, RoundTable, Tournament

pytestmark = pytest.mark.django_db
NEW = reverse_lazy("prepare_tournament", args=["spielgeld"])
CUP_ = build_default_settings(CUP)


def filled_in(begun: Settings | None = None, /, **changed: Any) -> dict[str, Any]:
    """Return the fields that the form sends as it opens, with changes."""
    initial = {
        **build_initial(begun or Settings()),
        "key": factories.new_key(),
        "name": "Dreikönig",
        "day": factories.DAY,
    }
    form = TournamentForm(initial=initial, language="de", club=0)
    sent: dict[str, Any] = {}
    for field in form:
        value = field.value()
        if field.name.endswith("_criteria"):
            sent |= {f"{field.name}_{at}": part for at, part in enumerate(value)}
        elif value is True:
            sent[field.name] = "on"
        elif value is not False:
            sent[field.name] = value
    return {name: value for name, value in {**sent, **changed}.items() if value is not None}


def test_the_page_begins_with_what_the_sheet_says(director):
    answer = director.post(NEW, filled_in())
    of = Tournament.objects.get()
    assert answer["Location"] == reverse("tournament", args=[of.slug])
    assert parse_settings(of.settings) == Settings(options=(("kontra_limit_44", True),))
    assert (of.name, of.day) == ("Dreikönig", factories.DAY)


def test_after_midnight_a_tournament_is_of_the_new_day(director):
    with pretend_time(datetime(2026, 11, 29, 23, 20, tzinfo=UTC)):  # twenty past midnight in Vienna
        assert director.get(NEW).context["form"].initial["day"] == date(2026, 11, 30)


def test_every_setting_is_kept_as_it_was_typed(director):
    sent = filled_in(
        sheet="treffpunkt",
        rounds="0",
        round_seconds="22:30",
        hand_in_play=None,
        double_round=None,
        start="12,50",
        stake="0.10",
        fee="0",
        scope="table",
        round_criteria_0="capital",
        round_criteria_1="",
        round_criteria_2="lot",
        choosers="3",
        count_chips=None,
        show_live=None,
        **{"option-treffpunkt-piccolo_over_solo": "on"},
    )
    director.post(NEW, sent)
    kept = parse_settings(Tournament.objects.get().settings)
    assert dict(kept.options)["piccolo_over_solo"]
    assert kept._replace(options=()) == Settings(
        sheet="treffpunkt",
        rounds=0,
        round_seconds=22 * 60 + 30,
        hand_in_play=False,
        double_round=False,
        start=1250,
        stake=10,
        fee=0,
        scope="table",
        round_criteria=("capital", "lot"),
        choosers=3,
        count_chips=False,
        show_live=False,
    )


@pytest.mark.heavy_but("changed11-stake")
@pytest.mark.parametrize(
    ("changed", "field"),
    [
        ({"name": " "}, "name"),
        ({"day": "gestern"}, "day"),
        ({"day": "0001-01-01"}, "day"),
        ({"day": "9999-12-31"}, "day"),
        ({"sheet": "wirtshaus"}, "sheet"),
        ({"rounds": "-1"}, "rounds"),
        ({"round_seconds": "0"}, "round_seconds"),
        ({"round_seconds": "30:99"}, "round_seconds"),
        ({"start": "viel"}, "start"),
        ({"start": "0"}, "start"),
        ({"fee": "-3"}, "fee"),
        ({"stake": "60"}, "stake"),
        ({"round_criteria_0": "lot"}, "round_criteria"),
        ({"round_criteria_1": "unreplaced"}, "round_criteria"),
        ({"round_criteria_0": "schönheit"}, "round_criteria"),
        ({"overall_criteria_4": "rounds_won", "rounds": "1"}, "rounds"),
    ],
)
def test_what_cannot_be_is_said_where_it_stands(director, changed, field):
    answer = director.post(NEW, filled_in(**changed))
    assert answer.status_code == 400
    assert set(answer.context["form"].errors) == {field}
    assert not Tournament.objects.exists()


@pytest.mark.parametrize("changed", [{"kontra": "0"}, {"rate": "0"}])
def test_what_is_wrong_with_a_tick_is_said_beside_it(director, changed):
    page = director.post(NEW, filled_in(CUP_._replace(donation=True), **changed)).content.decode()
    tick = page.index('name="donation"')
    assert 'aria-describedby="id_donation_helptext id_donation_error"' in page
    assert 0 < page.index('id="id_donation_error"') - tick < 600


def test_switches_that_exclude_each_other_are_refused_with_the_names_of_both(director):
    both = {f"option-treffpunkt-{name}": "on" for name in ("radl_announced_only", "radl_game_and_announced")}
    answer = director.post(NEW, filled_in(sheet="treffpunkt", **both))
    assert answer.status_code == 400
    assert "Nur eines von beiden: „Im Radl zählen nur angesagte Prämien doppelt“ oder" in answer.content.decode()
    assert not Tournament.objects.exists()


def test_what_contradicts_is_said_with_the_names_of_both(director):
    answer = director.post(NEW, filled_in(stake="60"))
    form = answer.context["form"]
    (said,) = form.errors["stake"]
    assert str(form["stake"].label) in said
    assert str(form["start"].label) in said


@pytest.mark.parametrize(
    ("settings", "codes"),
    [
        (Settings(), ()),
        (Settings(stake=5001), ("stake_over_start",)),
        (Settings(round_criteria=(LOT, CAPITAL)), ("lot_not_last",)),
        (Settings(overall_criteria=(CAPITAL, CAPITAL)), ("criterion_twice",)),
        (Settings(round_criteria=(CAPITAL, BEST_ROUND)), ("compares_rounds",)),
        (Settings(rounds=1, overall_criteria=(NO_REPLACEMENTS, ROUNDS_WON)), ("compares_rounds",)),
        (Settings(round_criteria=()), ("no_criterion",)),
        (CUP_, ()),
        (CUP_._replace(round_seconds=2400), ()),
        (CUP_._replace(hands=()), ("no_end",)),
        (CUP_._replace(hands=(16, 20)), ("hands_shape",)),
        (CUP_._replace(hands=(16, 0, 24)), ("hands_shape",)),
        (CUP_._replace(overall_criteria=(SUM, CAPITAL)), ("needs_capital",)),
        (CUP_._replace(count_chips=True), ("chips_without_capital",)),
        (CUP_._replace(place_points=()), ("needs_place_points", "needs_place_points")),
        (CUP_._replace(place_points=(), round_criteria=(WRITTEN_SCORE,), overall_criteria=(WRITTEN_SCORE,)), ()),
        (CUP_._replace(round_criteria=(WRITTEN_SCORE,), overall_criteria=(WRITTEN_SCORE,)), ("points_count_nowhere",)),
        (
            CUP_._replace(round_criteria=(PLACE_POINTS, WRITTEN_SCORE), overall_criteria=(PLACE_POINTS, WRITTEN_SCORE)),
            (),
        ),
        (CUP_._replace(round_criteria=(SUM, BEST_SUM)), ("compares_rounds",)),
        (CUP_._replace(place_points=((60, 40, 20, 0),)), ("place_points_shape",)),
        (CUP_._replace(place_points=((4, 2, 3, 0), (4, 3, 2, 1, 0), (4, 3, 2, 1, 0, 0))), ("place_points_shape",)),
        (CUP_._replace(donation=True, kontra=1), ()),
        (CUP_._replace(donation=True, kontra=1, rate=0), ("donation_without_rate",)),
        (CUP_._replace(donation=True, kontra=0), ("donation_without_cap",)),
        (CUP_._replace(donation=True), ("donation_without_cap",)),
        (CUP_._replace(donation=True, sheet="skoty"), ()),
        (CUP_._replace(seating=STANDING), ()),
        (CUP_._replace(seating=STANDING, rounds=1), ("standing_of_one_round",)),
    ],
)
def test_contradictions_of_settings_are_found(settings, codes):
    assert tuple(contradiction.code for contradiction in find_setting_contradictions(settings)) == codes


def test_a_tap_fills_the_form_with_what_is_usual_in_a_cup(director):
    page = director.get(reverse("prepare_tournament", args=["cup"]))
    assert page.context["begun"] == "cup"
    assert 'value="60/40/20/0"' in page.content.decode()
    director.post(NEW, filled_in(CUP_))
    assert parse_settings(Tournament.objects.get().settings)._replace(options=()) == CUP_


def test_a_tap_in_the_settings_of_a_tournament_changes_nothing_by_itself(director):
    of = factories.tournament(start=700)
    page = director.get(reverse("tournament_settings", args=[of.slug]), {"format": "cup"})
    assert page.context["form"].initial["hands_5"] == 20
    assert parse_settings(Tournament.objects.get().settings).start == 700


def test_every_setting_of_a_cup_is_kept_as_it_was_typed(director):
    sent = filled_in(
        CUP_,
        round_seconds="45",
        minutes_5="50:30",
        hands_4="12",
        hands_5="",
        hands_6="24",
        rate="0,20",
        kontra="1",
        donation="on",
        points="own",
        points_4="9/6/3/0",
        points_5=" 9 / 7/5/3/0",
        points_6="9/7/5/3/1/0",
        seating="standing",
        team_size="4",
        mates_apart=None,
    )
    assert director.post(NEW, sent).status_code == 302
    kept = parse_settings(Tournament.objects.get().settings)._replace(options=())
    assert kept == CUP_._replace(
        round_seconds=45 * 60,
        larger_seconds=(50 * 60 + 30, 0),
        hands=(12, 15, 24),
        rate=20,
        kontra=1,
        donation=True,
        place_points=((9, 6, 3, 0), (9, 7, 5, 3, 0), (9, 7, 5, 3, 1, 0)),
        seating=STANDING,
        team_size=4,
        mates_apart=False,
    )


@pytest.mark.heavy_but("changed1-round_seconds")
@pytest.mark.parametrize(
    ("changed", "field"),
    [
        ({"hands_4": "0"}, "hands_4"),
        ({"hands_4": "", "hands_5": "", "hands_6": ""}, "round_seconds"),
        ({"minutes_5": "50"}, "minutes_5"),
        ({"points": "own", "points_4": "60/40/20"}, "points_4"),
        ({"points": "own", "points_5": "sechzig"}, "points_5"),
        ({"points": "own", "points_4": "0/20/40/60"}, "points"),
        ({"points": "own", "points_6": ""}, "points"),
        ({"points": ""}, "points"),
        ({"donation": "on", "kontra": "0"}, "donation"),
        ({"donation": "on", "kontra": "1", "rate": "0"}, "donation"),
        ({"kontra": "3"}, "kontra"),
        ({"team_size": "5"}, "team_size"),
        ({"seating": "standing", "rounds": "1"}, "seating"),
        ({"overall_criteria_1": "capital"}, "start"),
    ],
)
def test_what_cannot_be_in_a_cup_is_said_where_it_stands(director, changed, field):
    answer = director.post(NEW, filled_in(CUP_, **changed))
    assert answer.status_code == 400
    assert set(answer.context["form"].errors) == {field}
    assert not Tournament.objects.exists()


def test_settings_are_read_only_for_the_secretary_and_after_the_start(director, secretary):
    of, round_, _tables = factories.whole(4)
    page = reverse("tournament_settings", args=[of.slug])
    assert secretary.get(page).context["readonly"]
    assert secretary.post(page, filled_in()).status_code == 403
    assert not director.get(page).context["readonly"]
    assert director.post(page, filled_in(name="Neuer Name")).status_code == 302
    acts.start_clock(round_, factories.new_key())
    assert director.get(page).context["frozen"]
    answer = director.post(page, filled_in(name="Zu spät"))
    assert answer.status_code == 409
    assert b'id="tournament-form"' not in answer.content
    assert "Zwanzigerrufen" in str(answer.context["facts"])
    of.refresh_from_db()
    assert of.name == "Neuer Name"


def test_the_tournament_says_what_comes_next(director):
    of = factories.tournament(rounds=1)

    def step() -> tuple[str, int]:
        row = Tournament.objects.select_related("sheet_version").get(pk=of.pk)
        assert director.get(reverse("tournament", args=[of.slug])).status_code == 200
        found = load_tournament_page(row, "de")
        return found.next_step, found.next_round

    assert step() == ("people", 0)
    entrants = factories.people(of, 4)
    assert step() == ("open_round", 1)
    round_ = factories.round_(of, entrants[:3])
    assert step() == ("enter", 1)
    acts.change_entries(round_, factories.new_key(), [entrants[3].pk])
    assert step() == ("draw", 1)
    factories.draw_tables(round_)
    assert step() == ("start", 1)
    acts.start_clock(round_, factories.new_key())
    assert step() == ("desk", 1)
    RoundTable.objects.filter(round=round_).update(done=now())
    assert step() == ("publish", 1)
    Round.objects.filter(pk=round_.pk).update(closed=now())
    assert step() == ("results", 0)
    Tournament.objects.filter(pk=of.pk).update(ended=now())
    assert step() == ("look", 0)
    page = director.get(reverse("tournament", args=[of.slug])).content.decode()
    ahead = page[page.index("Was noch zu tun ist") :].partition("</section>")[0]
    assert all(reverse(route, args=[of.slug]) in ahead for route in ("prizes", "hall", "cash_box"))


def test_a_director_raises_the_number_of_rounds_in_the_settings_of_a_running_tournament(director):
    of, _first, _tables = running(4, rounds=1)
    home, page = reverse("tournament_settings", args=[of.slug]), reverse("planned_rounds", args=[of.slug])
    assert page in director.get(home).content.decode()
    for wrong in ("", "-1", "100", "two"):
        assert director.post(page, {"key": factories.new_key(), "rounds": wrong}).status_code == 409
    assert director.post(page, {"key": factories.new_key(), "rounds": "0"}).status_code == 302
    assert parse_settings(Tournament.objects.get(pk=of.pk).settings).rounds == 0
    assert page not in log_in(make_account("secretary")).get(home).content.decode()


def test_a_director_chooses_the_columns_of_a_running_tournament_and_the_next_one_begins_with_them(director):
    of, _first, _tables = running(4)
    home, page = reverse("tournament_settings", args=[of.slug]), reverse("standing_columns", args=[of.slug])
    assert page in director.get(home).content.decode()
    assert director.post(page, {"key": factories.new_key(), "columns": "colour"}).status_code == 409
    assert director.post(page, {"key": factories.new_key(), "columns": ["capital", "hands"]}).status_code == 302
    assert parse_settings(Tournament.objects.get(pk=of.pk).settings).columns == ("capital", "hands")
    assert director.get(NEW).context["form"].initial["columns"] == ("capital", "hands")
    assert page not in log_in(make_account("secretary")).get(home).content.decode()


def test_the_next_round_is_opened_with_one_tap(director):
    of = factories.tournament(rounds=1)
    page, key = reverse("open_round", args=[of.slug]), factories.new_key()
    for _twice in range(2):
        assert director.post(page, {"key": key})["Location"] == f"{reverse('entrants', args=[of.slug])}?round=1"
    assert director.post(page, {"key": factories.new_key()}).status_code == 409
    assert Round.objects.count() == 1


def test_the_list_shows_the_own_tournaments_the_newest_first(director):
    factories.tournament(name="Altes")
    factories.people(factories.tournament(name="Neues"), 3)
    listed = director.get(reverse("tournaments"), headers={"accept-language": "en"}).context["list"]
    assert [[str(cell.text) for cell in (row[0], row[2], row[4])] for row in listed.rows] == [
        ["Neues", "3", "in preparation"],
        ["Altes", "0", "in preparation"],
    ]


def test_the_list_counts_who_takes_part_and_rounds_each_by_itself(director):
    of, _first, _tables = factories.whole(9)
    factories.round_(of, 5)
    [row] = director.get(reverse("tournaments")).context["list"].rows
    assert [cell.text for cell in row[2:4]] == ["9", "2"]
