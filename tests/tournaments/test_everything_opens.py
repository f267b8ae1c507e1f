"""Nothing that was accepted breaks a page: whomever and whatever acts name, everything else can be opened.

The crawl (tests/tarockclub/test_hostile_crawl.py) takes each request back: here accepted requests stay, one after the
other. What several of them break together is Python's; what PostgreSQL thinks of such values the crawl asks it too.
"""

from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Any, cast

import pytest
from django.db import transaction
from django.urls import reverse

from tarockclub.kit.time_source import now
from tarockclub.models import Club, Person
from tests.support.accounts import make_account
from tests.support.all_pages import SERVER_ERROR, Place, open_everything, open_pages, place_of
from tests.support.attack.hostile import Attack, Attacker
from tests.support.small_tournament import create_small_season
from tests.tournaments.results.standings.played_tables import over, published, started
from tests.tournaments.support import acts, factories
from tests.tournaments.support.factories import new_key
from tournaments.core.acts import SEASONS, TOURNAMENTS, Command, Kind
from tournaments.core.editions import FINAL, find_latest_edition
from tournaments.models import Entrant, RoundTable, Season, Tournament
from tournaments.results.final_results.prizes import load_scope
from tournaments.results.standings.editions import load_standing_editions
from tournaments.seasons.season.data import load_season_progress
from tournaments.seasons.season.editions import encode_lines

# What an act says is text for both databases; each page is opened on PostgreSQL too by the matrix of routes.
pytestmark = [pytest.mark.django_db, pytest.mark.no_cover, pytest.mark.heavy, pytest.mark.sqlite]
NOBODY, OTHER = 10**9, 10**9 + 1  # ids of nobody and nothing
WHAT_NOBODY_KNOWS = "a_kind_of_next_year"


def tournament_over(**settings: Any) -> Tournament:
    """A tournament with teams whose final result is published, and whose prizes were chosen."""
    of, first, (one, other) = factories.whole(8, rounds=1, team_size=2, **settings)
    acts.create_teams_by_lot(of.pk, new_key())
    over(first, (one, (10, -10, 5, -5)), (other, (3, -3, 2, -2)))
    acts.add_prize(of, new_key(), FINAL, "Speck", 1000)
    acts.add_prize(of, new_key(), 1, "Wein", 500)
    for number in (1, FINAL):
        published(of, number)
        row = Tournament.objects.get(pk=of.pk)
        if turn := load_scope(row, number).turn:
            acts.record_choice(of, new_key(), number, turn, load_scope(row, number).free[0].pk)
    return Tournament.objects.select_related("club", "sheet_version").get(pk=of.pk)


@pytest.fixture
def place(db: None) -> Place:
    """A director's view of such a tournament, and of a season that it counts in."""
    tournament = tournament_over()
    return place_of(tournament, create_small_season(tournament), make_account("director"))


ABOUT_NOBODY: tuple[tuple[str, dict[str, Any]], ...] = (
    (Kind.ENTERED, {"entrants": [NOBODY], "new": 1, "rounds": [99]}),
    (Kind.RENAMED, {"entrants": [NOBODY]}),
    (Kind.MERGED, {"entrants": [NOBODY, OTHER]}),
    (Kind.WITHDRAWN, {"entrant": NOBODY, "back": False, "rounds": []}),
    (Kind.PRESENCE, {"entrants": [NOBODY], "state": "elsewhere", "was": [[NOBODY, "elsewhere"]]}),
    (Kind.PAID, {"paid": [[NOBODY, 300]]}),
    (Kind.DEBT, {"entrant": NOBODY, "debt": "moved", "payer": OTHER}),
    (Kind.APPLIED, {"entrant": NOBODY, "as": "taken", "application": NOBODY}),
    (Kind.SUBSTITUTE, {"came": NOBODY, "gone": OTHER, "new": True, "place": 2, "was": {"came": None, "gone": "in"}}),
    (Kind.APART, {"pair": [NOBODY, OTHER], "apart": True}),
    (Kind.DRAFT, {"draw": NOBODY}),
    (Kind.SEATED_LATE, {"entrant": NOBODY, "players": 5, "table": 99}),
    (Kind.SEAT_CLOSED, {"gone": NOBODY, "place": 4, "table": 99}),
    (Kind.MOVED, {"entrant": NOBODY, "gone": OTHER, "from": 98, "table": 99}),
    (Kind.COUNTED, {"count": [[NOBODY, 100, 200]], "sequence": 0}),
    (Kind.LOT, {"scope": "round 99", "what": "choice", "among": [NOBODY]}),
    (Kind.PRIZE, {"prize": NOBODY, "of": 1, "cents": 100}),
    (Kind.CHOICE, {"of": 1, "person": NOBODY, "entrant": NOBODY, "prize": NOBODY, "edition": NOBODY}),
    (Kind.CHOICE, {"of": FINAL, "person": 0, "entrant": 0, "prize": 0, "edition": 1}),
    (Kind.CASH, {"cents": -10, "what": "reversal", "of": NOBODY}),
    (Kind.CASH, {"cents": 20, "what": WHAT_NOBODY_KNOWS, "party": NOBODY, "voucher": NOBODY}),
    (Kind.TEAM, {"teams": [[NOBODY, 1, [NOBODY, OTHER]]]}),
    (Kind.RESULT, {"of": 99, "edition": 1, "rows": [], "criteria": [WHAT_NOBODY_KNOWS]}),
    (WHAT_NOBODY_KNOWS, {"person": NOBODY}),
)


def receipts_for_nobody() -> list[tuple[str, dict[str, Any]]]:
    """Receipts for people, prizes and movements that are not there."""
    series: dict[str, Any] = {"what": "receipt", "series": [2026, 1], "cents": 10}
    kinds: tuple[dict[str, Any], ...] = (
        {"kind": "prize", "of": NOBODY},
        {"kind": "move", "of": NOBODY},
        {"kind": "fees", "of": 0, "lines": [[99, 10]]},
    )
    return [(Kind.CASH, series | about | {"number": number, "person": NOBODY}) for number, about in enumerate(kinds, 1)]


def results_of_nobody(of: Tournament) -> list[tuple[str, dict[str, Any]]]:
    """Another edition of each result, in which somebody is placed whom nobody knows."""
    found: list[tuple[str, dict[str, Any]]] = []
    for number in (1, FINAL):
        edition = find_latest_edition(load_standing_editions(of), number)
        assert edition is not None
        rows = [list(row) for row in edition.rows]
        rows[0][1:3], rows[1][1:3] = (NOBODY, NOBODY), (OTHER, 0)
        found.append((Kind.RESULT, {"of": number, "edition": 2, "rows": rows, "criteria": ["capital"]}))
    return found


def write(of: Tournament, said: Sequence[tuple[str, dict[str, Any]]]) -> None:
    """Write acts as no service of the program does."""
    table = RoundTable.objects.filter(round__tournament=of).select_related("round").order_by("number")[0]
    of_all = (Kind.TEAM, Kind.CASH, Kind.PRIZE, Kind.APART)
    for kind, what in said:
        round_ = None if kind in of_all or what.get("of") == FINAL else table.round
        at = table if kind == Kind.COUNTED else None
        asked = Command(new_key(), cast("Kind", kind), what, round=round_, table=at)
        TOURNAMENTS.act(of.pk, asked, lambda _row, what=what: what)  # type: ignore[misc]  # each its own


def write_in_season(of: Season) -> None:
    """A published standing with somebody whom nobody knows, and acts that nobody can read."""
    stand = load_season_progress(of)
    rows = encode_lines(stand.standing)
    rows[0][2] = NOBODY
    said: tuple[tuple[str, dict[str, Any]], ...] = (
        (Kind.STANDING, {"edition": 1, "rows": rows, "settings": of.settings}),
        (Kind.CASH, {"cents": 20, "what": WHAT_NOBODY_KNOWS, "of": NOBODY}),
        (Kind.EVENT, {"event": NOBODY}),
        (WHAT_NOBODY_KNOWS, {"person": NOBODY}),
    )
    for kind, what in said:
        asked = Command(new_key(), cast("Kind", kind), what)
        SEASONS.act(of.pk, asked, lambda _row, what=what: what)  # type: ignore[misc]  # each its own
    Season.objects.filter(pk=of.pk).update(ended=now())


def test_people_prizes_and_kinds_that_nobody_knows_are_shown_as_such(place: Place):
    of = place.tournament
    team = of.teams.first()
    assert team is not None
    write(of, [*ABOUT_NOBODY, (Kind.TEAM, {"teams": [[team.pk, 1, [NOBODY, 0]]]}), *receipts_for_nobody()])
    write(of, results_of_nobody(of))
    write_in_season(place.season)
    opened = open_everything(place)
    assert opened.failed == ()
    assert {*place.list_addresses()} <= {*opened.addresses}
    log = place.pages.get(f"/tournaments/{of.slug}/log/").content.decode()
    assert log.count("unknown person") > len(ABOUT_NOBODY) / 2
    assert "unknown entry" in log


LEAST = 10  # that are accepted: else nothing would be tried
REFUSED = 400
SEED = 20_260_106
Way = Callable[[Attacker, Place], Iterator[Attack]]


def tournament_running() -> Tournament:
    """A tournament in the middle of its round, and one more to come."""
    of, first, _tables = factories.whole(9, rounds=2, team_size=2)
    started(first)
    return Tournament.objects.select_related("club", "sheet_version").get(pk=of.pk)


def ids_of_others(place: Place) -> list[int]:
    """Ids of persons and entrants of the tournament, of another one, and of another club."""
    stranger = Person.objects.create(club=Club.objects.create(name="Nachbarn"), name="Fremder", number=1)
    other = factories.enter_people(factories.tournament(name="Anderes Turnier"), "Franz Wimmer")[0]
    own = Entrant.objects.filter(tournament=place.tournament).order_by("-number")[:2]
    return [
        stranger.pk,
        other.pk,
        other.person_id,
        *(entrant.pk for entrant in own),
        *(entrant.person_id for entrant in own),
    ]


def failures(place: Place, ways: Sequence[Way]) -> tuple[list[str], list[Attack]]:
    """Return the requests that were answered with 5xx, and those that were accepted."""
    attacker = Attacker(Random(SEED), open_pages(place).forms, ids_of_others(place))
    failed, accepted = [], []
    for attack in (attempt for way in ways for attempt in way(attacker, place)):
        with transaction.atomic():
            answer = attack.send(place)
            if answer.status_code >= SERVER_ERROR:
                failed.append(f"{attack}: {answer.status_code} {answer.exc_info and answer.exc_info[1]!r}")
                transaction.set_rollback(True)
            elif attack.body is not None and answer.status_code < REFUSED:
                if is_gone(place):
                    transaction.set_rollback(True)  # nobody would see any more what else breaks
                accepted.append(attack)
    return failed, accepted


def is_gone(place: Place) -> bool:
    """Return True if the tournament's page is not there any more."""
    return bool(place.pages.get(reverse("tournament", args=[place.tournament.slug])).status_code != 200)


def test_whatever_is_sent_everything_can_be_opened():
    tournament = tournament_running()
    place = place_of(tournament, create_small_season(tournament), make_account("director"))
    failed, accepted = failures(place, (Attacker.generate_emptied, Attacker.generate_attacks))
    assert failed == []
    assert len(accepted) > LEAST
    opened = open_everything(place)
    assert opened.failed == (), "\n".join(map(str, accepted))
