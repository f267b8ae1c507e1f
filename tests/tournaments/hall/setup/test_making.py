"""A tournament is made once for its key, changed until its first round starts, opens its rounds, and is archived."""

import pytest
from django.urls import reverse

from scoring.book.table_clock import decode_clock
from scoring.models import GameTable, SheetVersion
from scoring.reports.statistics.filters import StatisticsFilter, list_filter_tables
from tarockclub.kit.time_source import now
from tarockclub.platform.accounts.persons import load_first_club
from tests.support.accounts import log_in, make_account
from tests.support.paths import DATA
from tests.support.programs import create_program
from tests.tournaments.hall.desk.playing import play
from tests.tournaments.results.standings.played_tables import over, publish_results, running, started
from tests.tournaments.support import acts, factories
from tests.tournaments.support.factories import new_key
from tournaments.around.hall_of_fame.data import _load_tournaments
from tournaments.around.scoring_hooks import STATISTICS_HOOKS
from tournaments.core.acts import ActionRefused, Kind, parse_content
from tournaments.core.editions import FINAL
from tournaments.core.settings import CAPITAL, ROUNDS_WON, Settings, parse_settings
from tournaments.hall.setup.services import TournamentDetails, change_tournament_settings, create_tournament
from tournaments.models import Act, Tournament

pytestmark = pytest.mark.django_db
PINNED = DATA / "books" / "pinned"


def test_a_tournament_is_made_once_however_often_its_form_arrives_and_its_key_makes_no_other_one():
    key = factories.new_key()
    first = create_tournament(key, load_first_club(), "Dreikönig", factories.DAY, Settings())
    again = create_tournament(key, load_first_club(), "Dreikönig", factories.DAY, Settings())
    assert first.pk == again.pk
    assert (Tournament.objects.count(), first.acts.count(), first.version) == (1, 1, 1)
    assert first.sheet_version.sheet == "zwanzigerrufen"
    assert len(first.seed) == 32
    with pytest.raises(ActionRefused, match="other_body"):
        create_tournament(key, load_first_club(), "Dreikönig", factories.DAY, Settings(fee=500))


def test_settings_change_until_the_first_round_has_started():
    of = factories.tournament()
    wanted = TournamentDetails("Anderer Name", factories.DAY, Settings(fee=500, round_seconds=1200))
    change_tournament_settings(of.pk, factories.new_key(), wanted)
    of.refresh_from_db()
    assert (of.name, parse_settings(of.settings).fee) == ("Anderer Name", 500)
    Tournament.objects.filter(pk=of.pk).update(frozen=now())
    with pytest.raises(ActionRefused, match="frozen"):
        change_tournament_settings(of.pk, factories.new_key(), wanted._replace(name="Noch einer"))


def test_tables_that_are_laid_follow_the_new_length_but_keep_their_sheet():
    of, _round, tables = factories.whole(4)
    change_tournament_settings(
        of.pk, factories.new_key(), TournamentDetails(of.name, of.day, Settings(round_seconds=600))
    )
    clock = decode_clock(GameTable.objects.get(pk=tables[0].game_table_id).clock)
    assert clock is not None
    assert clock.left == 600_000
    with pytest.raises(ActionRefused, match="tables_are_laid"):
        change_tournament_settings(
            of.pk, factories.new_key(), TournamentDetails(of.name, of.day, Settings(sheet="treffpunkt"))
        )


def test_tables_that_are_laid_keep_their_sheet_where_the_program_has_a_newer_one_by_now():
    of, _round, _tables = factories.whole(4)
    text = (PINNED / "zwanzigerrufen.json").read_text(encoding="utf-8")
    then = SheetVersion.objects.create(club=None, sheet="zwanzigerrufen", text=text, digest="0" * 64)
    Tournament.objects.filter(pk=of.pk).update(sheet_version=then)
    for settings in (Settings(fee=400), Settings(options=(("kontra_limit_44", False),))):  # as it was by itself then
        change_tournament_settings(of.pk, factories.new_key(), TournamentDetails("Neuer Name", of.day, settings))
    of.refresh_from_db()
    assert (of.name, of.sheet_version_id) == ("Neuer Name", then.pk)
    with pytest.raises(ActionRefused, match="tables_are_laid"):
        change_tournament_settings(
            of.pk,
            factories.new_key(),
            TournamentDetails(of.name, of.day, Settings(options=(("kontra_limit_44", True),))),
        )


def test_the_number_of_rounds_changes_while_a_tournament_is_played_but_not_below_those_that_are_open():
    of, _first, _tables = running(4, rounds=1)
    with pytest.raises(ActionRefused, match="all_rounds_open"):
        acts.open_round(of, factories.new_key())
    key = factories.new_key()
    for _twice in range(2):
        acts.plan_rounds(of, key, 2)
    assert acts.open_round(of, factories.new_key()).number == 2
    with pytest.raises(ActionRefused) as refused:
        acts.plan_rounds(of, factories.new_key(), 1)
    assert (refused.value.code, refused.value.params) == ("fewer_than_open", {"open": 2})
    acts.plan_rounds(of, factories.new_key(), 0)
    assert [acts.open_round(of, factories.new_key()).number for _ in range(3)] == [3, 4, 5]
    said = [parse_content(act) for act in of.acts.filter(kind=Kind.SETTINGS).order_by("sequence")]
    assert said == [{"rounds": 2, "before": 1}, {"rounds": 0, "before": 2}]


def test_a_single_round_is_not_planned_where_the_ranking_compares_rounds():
    of = factories.tournament(rounds=3, overall_criteria=(CAPITAL, ROUNDS_WON))
    with pytest.raises(ActionRefused, match="one_round_only"):
        acts.plan_rounds(of, factories.new_key(), 1)
    assert parse_settings(Tournament.objects.get(pk=of.pk).settings).rounds == 3


def post(client, of, **said):
    return client.post(reverse("archive_tournament", args=[of.slug]), {"key": new_key(), **said})


def names(client, page):
    return client.get(reverse(page)).content.decode()


def test_one_in_which_nothing_was_played_is_found_nowhere_any_more(secretary):
    of, *_rest = factories.whole(4)
    asked = secretary.get(reverse("archive_tournament", args=[of.slug])).content.decode()
    assert "Dieses Turnier löschen?" in asked
    for _tap in range(2):
        assert post(secretary, of, key="form", what="archive").status_code == 302
    assert of.name not in names(secretary, "tournaments")
    assert of.name not in names(secretary, "archived_tournaments")
    for page in ("tournament", "standings", "projector", "archive_tournament"):
        assert secretary.get(reverse(page, args=[of.slug])).status_code == 404
    assert Act.objects.filter(tournament=of, kind="archived").count() == 1  # nothing was deleted from the book of acts


@pytest.mark.heavy_but("fee")
@pytest.mark.parametrize("what", ["hand", "fee", "fee given back"])
def test_one_in_which_something_was_played_or_paid_is_archived_and_comes_back(what):
    of, first, _tables = factories.whole(4)
    if what.startswith("fee"):
        acts.pay(first, new_key(), [of.entrants.get(number=1).pk])
        if what == "fee given back":
            acts.pay(first, new_key(), [of.entrants.get(number=1).pk], back=True)
    else:
        started(first)
        play(first, 1)
    secretary = log_in()
    assert "ins Archiv legen?" in secretary.get(reverse("archive_tournament", args=[of.slug])).content.decode()
    post(secretary, of, what="archive")
    assert of.name not in names(secretary, "tournaments")
    assert of.name in names(secretary, "archived_tournaments")
    assert "im Archiv" in secretary.get(reverse("tournament", args=[of.slug])).content.decode()
    post(secretary, of, what="back")
    assert of.name in names(secretary, "tournaments")


def test_what_is_archived_counts_nowhere():
    of, first, (table,) = factories.whole(4)
    over(first, (table, (10, -10, 5, -5)))
    publish_results(of, 1, FINAL)
    watcher = create_program(make_account("director"))
    game = GameTable.objects.get(round_table=table)

    def count_everywhere():
        listed = [tournament["name"] for tournament in watcher.read("tournaments").json()]
        return (
            game in list_filter_tables(of.club_id, StatisticsFilter()),
            len(_load_tournaments(of.club)),
            of.name in listed,
        )

    assert count_everywhere() == (True, 1, True)
    acts.set_archived(of, new_key())
    assert count_everywhere() == (False, 0, False)
    assert not GameTable.objects.filter(STATISTICS_HOOKS.listed()).exists()
    acts.set_archived(of, new_key(), back=True)
    assert count_everywhere() == (True, 1, True)
