"""Seasons through their services: what counts, whose points they are, what is published and what is refused."""

import json

import pytest

from tarockclub.models import Club
from tarockclub.office.privacy.erasing import erase
from tarockclub.platform.accounts.persons import load_first_club
from tests.tournaments.results.standings.played_tables import paper, started
from tests.tournaments.seasons.season.seasons import (
    NAMES,
    day,
    end_season,
    new_key,
    person,
    play_tournament,
    publish,
    results,
    season,
    stands,
)
from tests.tournaments.support import acts, factories
from tournaments.core.acts import ActionRefused
from tournaments.models import Season, SeasonAct, SeasonEvent, SeasonResult
from tournaments.people.register.services import merge
from tournaments.seasons.season.data import load_season_progress
from tournaments.seasons.season.editions import compute_changes_since, load_season_editions
from tournaments.seasons.season.events import CarryPoints, ChangeEvent, RemoveEvent, ReturnEvent
from tournaments.seasons.season.publishing import (
    DrawSeasonLots,
    PublishStanding,
    ReopenSeason,
    compute_standing_sign,
    list_missing,
)
from tournaments.seasons.season.services import SeasonDetails, change_season, create_season
from tournaments.seasons.season.settings import SeasonSettings, parse_season_settings

pytestmark = pytest.mark.django_db


def code_of(do):
    """Why something was refused."""
    with pytest.raises(ActionRefused) as refused:
        do()
    return refused.value.code


def refusal_of(action, season, reason=""):
    """Why an action on a season was refused."""
    return code_of(lambda: action.perform(season, new_key(), reason=reason))


def fresh(of):
    """A season as it is now."""
    return Season.objects.select_related("club").get(pk=of.pk)


def test_a_key_makes_a_season_of_one_club_only():
    details, other = SeasonDetails("Cup", SeasonSettings()), Club.objects.create(name="Nachbarn")
    create_season("k" * 20, load_first_club(), details)
    assert code_of(lambda: create_season("k" * 20, other, details)) == "other_body"


def test_published_and_typed_results_count_together():
    cup = season()
    play_tournament(cup, "Anna", "Bert", "Carl", "Dora")
    day(cup, "Bert", "Emil")
    # Emil was second once, Dora only fourth
    assert stands(cup) == [(1, "Bert", 5), (2, "Anna", 4), (3, "Carl", 2), (4, "Emil", 1), (5, "Dora", 1)]


def test_a_tournament_counts_from_its_final_result_on_by_its_newest_edition():
    cup, tournament = season(), factories.tournament()
    factories.enter_people(tournament, *NAMES)
    acts.add_tournament(cup, new_key(), tournament)
    assert [event.state for event in load_season_progress(fresh(cup)).events] == ["to_come"]
    assert stands(cup) == []
    publish(tournament, NAMES)
    assert stands(cup)[0] == (1, "Anna", 4)
    publish(tournament, ("Dora", "Carl", "Bert", "Anna"))
    assert stands(cup)[0] == (1, "Dora", 4)
    assert load_season_progress(fresh(cup)).events[0].edition == 2


def test_the_result_of_a_tournament_is_not_typed():
    cup = season()
    event = acts.add_tournament(cup, new_key(), factories.tournament())
    assert code_of(lambda: results(event, ("Anna", "Bert"))) == "not_typed"
    assert not SeasonResult.objects.exists()


def test_only_tournaments_of_the_club_count_and_each_once():
    cup, tournament = season(), factories.tournament()
    acts.add_tournament(cup, new_key(), tournament)
    assert code_of(lambda: acts.add_tournament(cup, new_key(), tournament)) == "event_there"
    other = factories.tournament(Club.objects.create(name="Nachbarn"))
    assert code_of(lambda: acts.add_tournament(cup, new_key(), other)) == "other_club"


def test_there_is_one_final():
    cup = season()
    final = day(cup, kind="final")
    assert code_of(lambda: day(cup, kind="final")) == "final_there"
    plain = day(cup)
    assert refusal_of(ChangeEvent(event=plain.number, name="x", kind="final"), cup) == "final_there"
    ChangeEvent(event=final.number, name="x", kind="day").perform(cup, new_key())
    ChangeEvent(event=plain.number, name="x", kind="final").perform(cup, new_key())
    assert set(SeasonEvent.objects.values_list("number", "kind")) == {(1, "day"), (2, "final")}


def test_what_is_taken_out_does_not_count_and_can_be_put_back():
    cup = season()
    event = day(cup, "Anna", "Bert")
    assert refusal_of(RemoveEvent(event=event.number), cup) == "no_reason"
    RemoveEvent(event=event.number).perform(cup, new_key(), reason="gehört nicht dazu")
    assert stands(cup) == []
    assert refusal_of(RemoveEvent(event=event.number), cup, "noch einmal") == "event_gone"
    ReturnEvent(event=event.number).perform(cup, new_key())
    assert stands(cup) == [(1, "Anna", 2), (2, "Bert", 1)]
    assert refusal_of(ReturnEvent(event=event.number), cup) == "event_there"
    assert SeasonAct.objects.filter(note__text="gehört nicht dazu").count() == 1


def test_a_tournament_carries_no_points():
    cup = season()
    play_tournament(cup, *NAMES)
    event = SeasonEvent.objects.get()
    refused = refusal_of(ChangeEvent(event=event.number, name="x", kind="carried"), cup)
    assert refused == "tournament_carries_nothing"
    ChangeEvent(event=event.number, name="Anders", kind="final", players=99).perform(cup, new_key())
    event.refresh_from_db()
    assert (event.name, event.kind, event.players) == ("Turnier", "final", 0)


def test_merged_persons_are_one_and_erased_ones_keep_their_points():
    cup = season()
    day(cup, "Anna", "Bert", "Carl")
    day(cup, "Anni", "Anna", "Carl")
    merge(person("Anna"), person("Anni"))
    assert stands(cup)[0] == (1, "Anna", 6)
    erase(person("Carl"))
    assert [points for _rank, _name, points in stands(cup)] == [6, 2, 2]
    assert "Carl" not in {name for _rank, name, _points in stands(cup)}


def test_other_settings_are_an_act_and_stand_at_once():
    cup = season()
    day(cup, "Anna", "Bert")
    change_season(cup.pk, new_key(), SeasonDetails("Neuer Name", SeasonSettings(formula="10 - place")))
    assert stands(cup) == [(1, "Anna", 9), (2, "Bert", 8)]
    assert fresh(cup).name == "Neuer Name"
    said = json.loads(SeasonAct.objects.get(kind="settings").said)
    assert "Neuer Name" not in str(said)
    assert parse_season_settings(said["settings"]).formula == "10 - place"


def test_the_final_standing_ends_the_season():
    cup = season()
    day(cup, "Anna", "Bert")
    sign = compute_standing_sign(load_season_progress(fresh(cup)).standing)
    assert refusal_of(PublishStanding(seen=sign), cup) == "must_be_sure"
    assert refusal_of(PublishStanding(seen="another", confirmed=True), cup) == "standing_changed"
    key = new_key()
    first = PublishStanding(seen=sign, confirmed=True).perform(cup, key)
    assert PublishStanding(seen=sign, confirmed=True).perform(cup, key) == first
    cup = fresh(cup)
    assert cup.ended is not None
    assert code_of(lambda: day(cup)) == "season_ended"
    assert code_of(lambda: change_season(cup.pk, new_key(), SeasonDetails("x", SeasonSettings()))) == "season_ended"
    event = SeasonEvent.objects.get()
    assert refusal_of(RemoveEvent(event=event.number), cup, "x") == "season_ended"
    assert refusal_of(ReturnEvent(event=event.number), cup) == "season_ended"
    assert refusal_of(PublishStanding(seen=sign), cup, "x") == "same_result"


def test_what_was_published_stays_and_a_correction_is_another_edition():
    cup = season()
    event = day(cup, "Anna", "Bert")
    end_season(cup)
    results(event, ("Bert", "Anna"), "verwechselt")
    [first] = load_season_editions(fresh(cup))
    assert [line.who for line in first.rows] == [person("Anna").pk, person("Bert").pk]
    changed = compute_changes_since(first, load_season_progress(fresh(cup)))
    assert [change.person for change in changed] == [person("Bert").pk, person("Anna").pk]
    assert code_of(lambda: end_season(cup)) == "no_reason"
    end_season(cup, reason="Zettel vertauscht")
    assert [(edition.number, edition.reason) for edition in load_season_editions(fresh(cup))] == [
        (1, ""),
        (2, "Zettel vertauscht"),
    ]
    assert parse_season_settings(load_season_editions(fresh(cup))[1].settings) == SeasonSettings()


def test_persons_merged_since_change_no_published_standing():
    cup = season()
    day(cup, "Anna", "Bert")
    cup = end_season(cup)
    day(season(name="Anderer"), "Anni")
    merge(person("Anni"), person("Anna"))
    [first] = load_season_editions(cup)
    assert compute_changes_since(first, load_season_progress(cup)) == ()


def test_a_season_is_taken_up_again_with_a_reason():
    cup = season()
    day(cup, "Anna", "Bert")
    assert refusal_of(ReopenSeason(), cup, "x") == "not_ended"
    end_season(cup)
    assert refusal_of(ReopenSeason(), cup) == "no_reason"
    ReopenSeason().perform(cup, new_key(), reason="ein Tag fehlt")
    day(fresh(cup), "Bert", "Carl")
    end_season(cup, reason="mit allen Tagen")
    assert len(load_season_editions(fresh(cup))) == 2


def test_nothing_is_published_while_something_is_missing():
    cup = season(formula="10 / (place - 1)")
    assert [gap.code for gap in list_missing(load_season_progress(cup))] == ["no_event"]
    day(cup, "Anna", "Bert")
    day(cup)
    assert [(gap.code, gap.event) for gap in list_missing(load_season_progress(cup))] == [
        ("no_result", 2),
        ("no_points", 1),
    ]
    assert code_of(lambda: end_season(cup)) == "something_missing"


def test_lots_are_drawn_once_and_are_the_same_each_time():
    cup = season(criteria=("lot",), ties="better")
    assert refusal_of(DrawSeasonLots(), cup) == "something_missing"
    day(cup, "Anna")
    assert refusal_of(DrawSeasonLots(), cup) == "no_equals"
    day(cup, "Bert")
    assert [gap.code for gap in list_missing(load_season_progress(fresh(cup)))] == ["lots"]
    assert {rank for rank, _name, _points in stands(cup)} == {1}
    DrawSeasonLots().perform(cup, new_key())
    assert [rank for rank, _name, _points in stands(cup)] == [1, 2]
    assert refusal_of(DrawSeasonLots(), cup) == "lots_drawn"
    plain = season()
    assert refusal_of(DrawSeasonLots(), plain) == "no_lot_wanted"


def test_points_are_carried_as_they_were_published():
    before = season(name="Vorjahr", formula="25")
    day(before, "Anna", "Bert")
    cup = season(counting="number", best=1)
    assert refusal_of(CarryPoints(season=before.pk, percent=50), cup) == "not_published"
    assert refusal_of(CarryPoints(season=cup.pk, percent=50), cup) == "same_season"
    before = end_season(before)
    CarryPoints(season=before.pk, percent=50).perform(cup, new_key())
    day(cup, "Carl", "Anna")
    day(cup, "Anna", "Carl")
    # half of 25 is 12.5, rounded to 13; of the days the best one counts besides
    assert stands(cup) == [(1, "Anna", 15), (2, "Bert", 13), (3, "Carl", 2)]
    assert set(SeasonResult.objects.filter(event__kind="carried").values_list("points", flat=True)) == {1300}
    other = season(Club.objects.create(name="Nachbarn"))
    assert refusal_of(CarryPoints(season=before.pk, percent=50), other) == "other_club"
    nothing = season(name="Leer", formula="0")
    day(nothing, "Anna")
    nothing = end_season(nothing)
    assert refusal_of(CarryPoints(season=nothing.pk, percent=50), cup) == "nobody_carries"


def test_a_running_tournament_counts_only_provisionally():
    cup, tournament = season(), factories.tournament()
    factories.enter_people(tournament, *NAMES)
    round_ = factories.round_(tournament)
    [table] = factories.draw_tables(round_)
    started(round_)
    paper(table, 5, 20, -10, -15)
    acts.add_tournament(cup, new_key(), tournament)
    assert [event.state for event in load_season_progress(fresh(cup)).events] == ["running"]
    assert stands(cup) == []
    assert stands(cup, provisional=True) == [(1, "Bert", 4), (2, "Anna", 3), (3, "Carl", 2), (4, "Dora", 1)]


def test_points_below_nothing_are_carried_as_what_they_are():
    before = season(name="Vorjahr", formula="2 - place")
    day(before, "Anna", "Bert", "Carl")
    cup = season()
    CarryPoints(season=end_season(before).pk, percent=100).perform(cup, new_key())
    assert stands(cup) == [(1, "Anna", 1), (2, "Carl", -1)]
