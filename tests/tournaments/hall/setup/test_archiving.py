"""Tournaments begun by mistake are deleted, played ones archived: out of all lists, and back."""

import pytest
from django.urls import reverse

from scoring.models import GameTable
from scoring.reports.statistics.filters import StatisticsFilter, list_filter_tables
from tests.support.accounts import log_in, make_account
from tests.support.programs import create_program
from tests.tournaments.hall.desk.playing import play
from tests.tournaments.results.standings.played_tables import over, publish_results, started
from tests.tournaments.support import factories
from tests.tournaments.support.factories import new_key
from tournaments.around.scoring_hooks import STATISTICS_HOOKS
from tournaments.core.editions import FINAL
from tournaments.hall.setup.archive import set_archived
from tournaments.models import Act
from tournaments.people.entrants.round_entries import pay
from tournaments.seasons.season.hall_of_fame.data import _load_tournaments

pytestmark = pytest.mark.django_db


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


@pytest.mark.parametrize("what", ["hand", "fee", "fee given back"])
def test_one_in_which_something_was_played_or_paid_is_archived_and_comes_back(what):
    of, first, _tables = factories.whole(4)
    if what.startswith("fee"):
        pay(first, new_key(), [of.entrants.get(number=1).pk])
        if what == "fee given back":
            pay(first, new_key(), [of.entrants.get(number=1).pk], back=True)
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
    set_archived(of.pk, new_key())
    assert count_everywhere() == (False, 0, False)
    assert not GameTable.objects.filter(STATISTICS_HOOKS.listed()).exists()
    set_archived(of.pk, new_key(), back=True)
    assert count_everywhere() == (True, 1, True)
