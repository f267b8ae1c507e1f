"""Sub-rankings as clubs have them: some tournaments by name, some people, both; marathons with their entry money."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.engine.points import SIXTHS
from tests.tournaments.seasons.season.seasons import day, end_season, new_key, person, results, season
from tests.tournaments.seasons.season.test_services import fresh, refusal_of
from tests.tournaments.seasons.season.test_standing import seasons, settings
from tests.tournaments.support import acts
from tournaments.core.cash_journal.actions import ReverseMove
from tournaments.models import SeasonAct
from tournaments.people.name_lists.candidates import Newcomer
from tournaments.people.register.services import merge
from tournaments.seasons.season.cash.services import load_entry_money, load_season_box
from tournaments.seasons.season.course.tally import compute_standing
from tournaments.seasons.season.data import load_season_progress
from tournaments.seasons.season.editions import list_sub_editions, load_season_editions
from tournaments.seasons.season.points.preview import find_ready
from tournaments.seasons.season.publishing import PublishStanding, compute_season_sign
from tournaments.seasons.season.results.services import PersonResult
from tournaments.seasons.season.services import SeasonDetails, change_season
from tournaments.seasons.season.settings import (
    SeasonSettings,
    SubRanking,
    encode_season_settings,
    parse_season_settings,
)
from tournaments.seasons.season.standing import SeasonLine
from tournaments.seasons.season.sub_rankings.actions import RemoveRanking, SetRanking, TakeEntryMoney
from tournaments.seasons.season.sub_rankings.rules import build_rules, is_chosen, share_pot, split_rows


def set_ranking(of, name="BBTC", **values):
    """A sub-ranking; people by their names."""
    people = [person(each).pk for each in values.pop("people", ())]
    group = {"group": "listed"} if people else {}
    SetRanking(name=name, people=people, **group | values).perform(of, new_key())
    return fresh(of)


def stands_in(of, number=1):
    """Rank, name and points of everybody in a sub-ranking."""
    stand = load_season_progress(fresh(of))
    sub = next(sub for sub in stand.rankings if sub.ranking.number == number)
    return [(line.rank, stand.people[line.who].name, line.points // 100) for line in sub.stand.standing.lines]


def narrow(some, members):
    """Events with the rows of members alone; the places of all others stay."""
    split = ((event, *split_rows(event.rows, members)) for event in some)
    return [event._replace(rows=rows, others=event.others + others) for event, rows, others in split]


@given(rules=settings, some=seasons)
def test_a_sub_ranking_of_all_events_and_all_people_is_the_whole(rules, some):
    everybody = {row.who for event in some for row in event.rows}
    rules = rules._replace(days=0, least_days=0)
    ranking = SubRanking(1, "Alle", events=tuple(event.id for event in some), group="listed", people=tuple(everybody))
    kept = [event for event in some if is_chosen(ranking, event.id, "")]
    split = [
        event._replace(rows=rows, others=event.others + out)
        for event in kept
        for rows, out in [split_rows(event.rows, everybody)]
    ]
    assert compute_standing(build_rules(rules, ranking), split) == compute_standing(rules, some)


@given(rules=settings, some=seasons, members=st.sets(st.integers(1, 6)))
def test_points_of_a_day_do_not_depend_on_who_is_in_the_sub_ranking(rules, some, members):
    whole = {line.who: line for line in compute_standing(rules, some).lines}
    split = [
        event._replace(rows=rows, others=event.others + out)
        for event in some
        for rows, out in [split_rows(event.rows, members)]
    ]
    for line in compute_standing(rules, split).lines:
        assert [score[:-1] for score in line.got] == [score[:-1] for score in whole[line.who].got]


@given(
    rules=settings, rankings=st.lists(st.builds(SubRanking, st.integers(1, 9), st.text(), word=st.text()), max_size=3)
)
def test_settings_with_sub_rankings_are_kept_as_they_are(rules, rankings):
    rules = rules._replace(rankings=tuple(ranking._replace(rules=SeasonSettings(best=3)) for ranking in rankings))
    assert parse_season_settings(encode_season_settings(rules)) == rules


@given(
    pot=st.integers(0, 10**7),
    shares=st.lists(st.integers(0, 1000), max_size=10),
    ranks=st.lists(st.integers(0, 3), max_size=12),
)
def test_no_cent_of_the_entry_money_is_lost_or_made(pot, shares, ranks):
    ranks = sorted(ranks)
    places = [rank and 1 + sum(0 < other < rank for other in ranks) for rank in ranks]
    lines = [SeasonLine(rank, False, who, 0, 1, (), 0) for who, rank in enumerate(places)]
    parts, rest = share_pot(pot, shares, lines)
    assert sum(parts.values()) + rest == pot
    assert rest >= 0
    assert all(part >= 0 for part in parts.values())


def test_the_shares_of_the_marathon_of_vienna_are_exact():
    """Entry money 10 €, "30, 25, 15, 10" for the first: cups.md 2.2; what is left is said."""
    lines = [SeasonLine(rank, False, rank, 0, 3, (), 0) for rank in range(1, 6)]
    assert share_pot(37_000, (3000, 2500, 1500, 1000), lines) == ({1: 11_100, 2: 9250, 3: 5550, 4: 3700}, 7400)


@pytest.mark.django_db
def test_a_club_ranking_has_rules_and_people_of_its_own_and_the_points_are_those_of_the_day():
    """As the Sauwaldcup's: Heine, the best ten days, for those of one club."""
    cup = season(counting="number", best=1)
    for written in (80, 160, 300):
        event = acts.add_event(cup, new_key(), "Tag")
        rows = [
            PersonResult(Newcomer(name), rank, None, made * SIXTHS)
            for name, rank, made in (("Anna", 1, written), ("Bert", 2, written - 20), ("Carl", 3, -5))
        ]
        acts.write_results(event, new_key(), rows)
    heine = find_ready("heine")
    assert heine is not None
    set_ranking(cup, "Clubwertung", people=["Bert", "Carl"], rules=heine.settings, best=10)
    assert stands_in(cup) == [(1, "Bert", 60 + 120 + 190), (2, "Carl", 0)]


@pytest.mark.django_db
def test_groups_follow_the_register_and_merged_people():
    cup = season()
    day(cup, "Anna", "Bert", "Carl", "Dora")
    person("Dora").__class__.objects.filter(name__in=["Dora", "Anna"]).update(categories="Dame, Gast", town="Linz")
    set_ranking(cup, "Damen", group="category", group_name="dame")
    set_ranking(cup, "Stadtmeister", group="town", group_name="Linz")
    set_ranking(cup, "Clubwertung", people=["Bert", "Carl"])
    assert stands_in(cup) == stands_in(cup, 2) == [(1, "Anna", 4), (2, "Dora", 1)]
    day(season(name="Anderer"), "Berti")
    merge(person("Berti"), person("Bert"))
    assert [name for _rank, name, _points in stands_in(cup, 3)] == ["Berti", "Carl"]


@pytest.mark.django_db
def test_sub_rankings_are_published_with_the_season_and_stay_as_they_were():
    cup = season()
    event = day(cup, "Anna", "Bert", "Carl")
    plain = encode_season_settings(SeasonSettings())
    set_ranking(cup, people=["Bert", "Carl"])
    assert refusal_of(PublishStanding(seen="alt", confirmed=True), cup) == "standing_changed"
    sign = compute_season_sign(load_season_progress(fresh(cup)))
    PublishStanding(seen=sign, confirmed=True).perform(fresh(cup), new_key())
    [edition] = load_season_editions(fresh(cup))
    [sub] = list_sub_editions(edition)
    assert edition.settings == plain
    assert [(line.rank, line.who) for line in sub.edition.rows] == [(1, person("Bert").pk), (2, person("Carl").pk)]
    assert refusal_of(RemoveRanking(number=1), cup) == "season_ended"
    results(event, ("Anna", "Carl", "Bert"), "falsch")
    assert [sub.edition.rows for sub in list_sub_editions(load_season_editions(fresh(cup))[0])] == [sub.edition.rows]


@pytest.mark.django_db
def test_the_settings_of_the_season_leave_its_sub_rankings_alone_and_names_stand_in_no_act():
    cup = season()
    set_ranking(cup, "Huber-Wertung", prizes="Speck vom Huber")
    change_season(cup.pk, new_key(), SeasonDetails("Cup", SeasonSettings(best=2)))
    assert [ranking.name for ranking in parse_season_settings(fresh(cup).settings).rankings] == ["Huber-Wertung"]
    assert not SeasonAct.objects.filter(season=cup, said__contains="Huber").exists()
    RemoveRanking(number=1).perform(cup, new_key())
    assert load_season_progress(fresh(cup)).rankings == ()
    set_ranking(cup, "Neue")
    assert [(each.number, each.gone) for each in parse_season_settings(fresh(cup).settings).rankings] == [
        (1, True),
        (2, False),
    ]


@pytest.mark.django_db
def test_the_entry_money_of_a_marathon_goes_into_the_seasons_box_once_for_each():
    cup = season()
    day(cup, "Anna", "Bert", "Carl")
    cup = set_ranking(cup, "Marathon", people=["Anna", "Bert"], fee=1000, shares=[6000, 2500])
    pay = TakeEntryMoney(ranking=1, person=person("Anna").pk)
    first = pay.perform(cup, new_key())
    assert refusal_of(pay, cup) == "entry_paid"
    assert refusal_of(TakeEntryMoney(ranking=1, person=person("Carl").pk), cup) == "not_listed"
    assert refusal_of(TakeEntryMoney(ranking=2, person=person("Anna").pk), cup) == "no_such_ranking"
    assert load_entry_money(fresh(cup)) == {1: {person("Anna").pk: 1000}}
    box = load_season_box(fresh(cup))
    assert (box.own, box.moves[0].reason, box.moves[0].party) == (1000, "Marathon", "Anna")
    ReverseMove(sequence=first.sequence).perform(cup, new_key(), reason="doch nicht")
    assert load_entry_money(fresh(cup)) == {}
    pay.perform(cup, new_key())
    cup = end_season(fresh(cup))
    [sub] = list_sub_editions(load_season_editions(cup)[0])
    assert (sub.pot, sub.shares) == (1000, (6000, 2500))


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("values", "code"),
    [
        ({"number": 3}, "no_such_ranking"),
        ({"fee": 100}, "nobody_listed"),
        ({"shares": [6000, 5000]}, "shares_wrong"),
    ],
)
def test_a_sub_ranking_that_cannot_be_is_refused(values, code):
    assert refusal_of(SetRanking(name="Wertung", **values), season()) == code


@pytest.mark.django_db
def test_a_season_of_teams_has_sub_rankings_of_days_alone():
    cup = season(teams=True)
    assert refusal_of(SetRanking(name="Damen", group="town", group_name="Linz"), cup) == "teams_no_people"
    assert load_season_progress(set_ranking(cup, word="BBTC")).rankings[0].members is None
