"""Each side does its part with nothing but its own rows, as PostgreSQL enforces it."""

from datetime import timedelta

import pytest
from django.utils.timezone import localdate

from scoring.book.ledger.sheet_versions import pin_sheet
from scoring.book.sheet_library import list_offered_sheets
from scoring.models import OwnSheet
from scoring.reports.rescoring.evening import find_played_word, list_version_choices
from scoring.sheets.own_sheets.services import change_draft, create_sheet, save_version
from tarockclub.kit.time_source import now
from tarockclub.models import FederationMember, Person, Publication
from tarockclub.platform.clubs.scope import enter_club
from tests.support.accounts import log_in, make_account
from tests.tournaments.seasons.federation.federations import add_person, found_federation, open_season, play
from tests.tournaments.support import factories
from tests.tournaments.support.factories import new_key
from tournaments.around.public.front import load_calendar
from tournaments.core.acts import ActionRefused
from tournaments.core.settings import build_default_settings
from tournaments.hall.setup.services import TournamentDetails, change_tournament_settings, create_tournament
from tournaments.models import Season, SeasonOffer, SeasonResult, Tournament
from tournaments.seasons.federation.offers import accept_offer, offer
from tournaments.seasons.federation.services import (
    agree_to_membership,
    ask,
    end,
    list_federation_seasons,
    list_offers,
    list_own_offers,
    load_federation_memberships,
)

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]


@pytest.fixture
def clubs():
    """A federation of two clubs."""
    return found_federation("Adler", "Post")


def test_a_result_is_given_and_taken_within_the_scope_of_each(clubs):
    federation, adler, post = clubs
    cup = open_season(federation)
    add_person(adler, "Anna Maier", "A1")
    add_person(post, "Geheime Anna", "G999")
    tournament = play(adler, ("Anna Maier",))
    play(post, ("Geheime Anna",))
    with enter_club(adler.pk):
        assert not Season.objects.exists()  # a query that forgets whose it is
        [season] = list_federation_seasons(adler)
        assert season == cup
        offered = offer(tournament, season)
        assert [row.pk for row in list_own_offers(adler)[str(tournament.slug)]] == [offered.pk]
    with enter_club(post.pk):
        assert not SeasonOffer.objects.exists()
        assert [line.row.club for line in load_federation_memberships(post)["current"]] == [post]
        assert FederationMember.objects.count() == 1
    with enter_club(federation.pk):
        assert not Tournament.objects.exists()
        assert [row.pk for row in list_offers(federation, waiting=True)] == [offered.pk]
        accept_offer(offered.pk, federation)
        assert list(Person.objects.values_list("name", flat=True)) == ["Anna Maier"]
    with enter_club(adler.pk):
        assert not SeasonResult.objects.exists()
        [done] = list_own_offers(adler)[str(tournament.slug)]
        assert (done.state, done.season.name) == ("accepted", "Verbandscup")
        waiting = offer(play(adler, ("Anna Maier",), name="Zweites"), season)
        end(FederationMember.objects.get().pk, adler)
        waiting.refresh_from_db()
        assert (waiting.state, list_federation_seasons(adler)) == ("withdrawn", [])


def test_common_house_rules_and_dates_are_all_that_is_seen(clubs):
    federation, adler, post = clubs
    make_account("director", federation, login="leitung-verband")
    sheet = create_sheet(federation, "Beim Verband", "treffpunkt")
    save_version(sheet, sheet.draft_state, "k" * 20, "", federation.accounts.get())
    for club in (adler, post):
        dated = factories.tournament(club, f"Turnier {club.name}")
        Tournament.objects.filter(pk=dated.pk).update(day=localdate(now()) + timedelta(days=2))
    Publication.objects.create(club=adler, dates=True)
    with enter_club(adler.pk):
        assert not OwnSheet.objects.exists()
        assert "Beim Verband (Verband)" in {sheet.name for sheet in list_offered_sheets(adler.pk)}
        assert pin_sheet(sheet.sheet, {}, club=adler.pk).club == adler
        assert not OwnSheet.objects.exists()  # and afterwards as before
    with enter_club(federation.pk):
        assert [dated.name for dated in load_calendar(federation)] == ["Turnier Adler"]
        assert not Tournament.objects.exists()


def test_a_tournament_keeps_the_house_rules_of_a_federation_that_is_left(clubs):
    federation, adler, _post = clubs
    make_account("director", federation, login="leitung-verband")
    sheet = create_sheet(federation, "Beim Verband", "treffpunkt")
    save_version(sheet, sheet.draft_state, "k" * 20, "", federation.accounts.get())
    director = log_in(make_account("director", adler, login="leitung-adler"))
    with enter_club(adler.pk):
        own = create_sheet(adler, "Beim Verband", sheet.sheet)  # the same name, and the other one is a pattern
        assert own.sheet == "beim-verband-2"
        settings = build_default_settings("spielgeld")._replace(sheet=sheet.sheet)
        cup = create_tournament(new_key(), adler, "Cup", localdate(now()), settings)
    _save_again(sheet, federation)
    with enter_club(adler.pk):
        assert find_played_word(cup.sheet_version) == f"{sheet.sheet}@1"
        assert len(list_version_choices(sheet.sheet)) == 2
        end(FederationMember.objects.get().pk, adler)
        wanted = TournamentDetails("Neuer Name", cup.day, settings)
        change_tournament_settings(cup.pk, new_key(), wanted)
        assert Tournament.objects.get(pk=cup.pk).sheet_version_id == cup.sheet_version_id
        with pytest.raises(ActionRefused, match="sheet_gone"):
            change_tournament_settings(cup.pk, new_key(), wanted._replace(settings=settings._replace(kontra=1)))
    form = director.get(f"/tournaments/{cup.slug}/settings/").context["form"]
    assert sheet.sheet in dict(form.fields["sheet"].choices)


def _save_again(sheet, federation):
    sheet.refresh_from_db()
    change_draft(sheet, sheet.draft_state, lambda table: {**table, "name": "Jetzt beim Verband"})
    sheet.refresh_from_db()
    save_version(sheet, sheet.draft_state, "l" * 20, "", federation.accounts.get())


def test_a_membership_begins_within_the_scope_of_each(clubs):
    federation, adler, _post = clubs
    with enter_club(adler.pk):
        end(FederationMember.objects.get().pk, adler)
        again = ask(adler, federation)
    with enter_club(federation.pk):
        assert agree_to_membership(again.pk, federation).since is not None
