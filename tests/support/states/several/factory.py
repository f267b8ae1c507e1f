"""The content of the pages of several clubs: a federation with a season, members, questions and offers."""

import json
from collections.abc import Sequence
from datetime import timedelta

from django.utils.timezone import localdate

from tarockclub.kit.time_source import now
from tarockclub.models import Club, Person, Publication
from tarockclub.platform.accounts.persons import load_first_club
from tarockclub.platform.accounts.services import create_account, rename_club
from tests.support.signed_in import PASSWORD
from tests.support.states.factory import open_session
from tests.support.states.state import LONG_NAMES
from tests.tournaments.seasons.federation.federations import add_person, give, open_season, play
from tests.tournaments.support import factories
from tournaments.models import Tournament
from tournaments.seasons.federation.offers import offer
from tournaments.seasons.federation.services import agree_to_membership, ask

CLUBS = (
    ("Stammtisch Post", "post"),
    ("Tarockfreunde Eisenwurzen und Umgebung", "eisenwurzen"),
    ("Kartenrunde Krone", "krone"),
    ("Tarockrunde Waldviertel", "waldviertel"),
)
PLAYERS = LONG_NAMES


def make() -> None:
    """Write everything; print what opens it, as JSON."""
    federation = _found_federation()
    linde = Club.objects.create(name="Tarockrunde zur Linde", slug="linde")
    post, wurzen, krone, wald = [Club.objects.create(name=name, slug=slug) for name, slug in CLUBS]
    for club in (linde, post, wurzen):
        agree_to_membership(ask(federation, club).pk, club)
        Publication.objects.create(club=club, dates=True)
        _register(club)
    ask(krone, federation)
    ask(federation, wald)
    people = {"federal": _log_in(federation, "Renate", "federal"), "member": _log_in(linde, "Leopold", "member")}
    cup = open_season(federation, formula="max(0, 20 - 2 * place)")
    today = localdate(now())
    for at, (club, name) in enumerate(((post, "Postpreis"), (wurzen, "Eisencup"), (linde, "Lindenturnier")), 1):
        give(play(club, _turn(at), today - timedelta(days=9 * at), name), cup)
    offer(play(post, _turn(5), today - timedelta(days=1), "Nikolotarock"), cup)
    given = play(linde, (*_turn(2), "Gast ohne Nummer"), today - timedelta(days=2), "Ganslpreis")
    for at, club in enumerate((linde, wurzen, post), 1):
        dated = factories.tournament(club, f"Winterturnier {at}")
        Tournament.objects.filter(pk=dated.pk).update(day=today + timedelta(days=5 * at))
    print(json.dumps({"people": people, "rights": {}, "words": {"given": str(given.slug)}}))


def _found_federation() -> Club:
    """The first club of the installation, as a federation that shows everything."""
    rename_club(load_first_club(), "Tarockverband Mostviertel")
    Club.objects.filter(pk=load_first_club().pk).update(slug="verband", is_federation=True)
    federation = load_first_club()
    Publication.objects.create(club=federation, dates=True, seasons=True)
    return federation


def _register(club: Club) -> None:
    for at, name in enumerate(PLAYERS, 1):
        add_person(club, name, f"AT{at:04}" if name != PLAYERS[-1] else "")
    add_person(club, "Gast ohne Nummer", publicity=Person.Publicity.SHORT)


def _log_in(club: Club, name: str, called: str) -> str:
    return open_session(create_account(club, name, name, PASSWORD, "director"), called)


def _turn(by: int) -> Sequence[str]:
    """The players in another order."""
    return (*PLAYERS[by:], *PLAYERS[:by])
