"""The demo as an installation of its own: clubs, accounts that share a password, an evening, and a file that says so.

The file is in the data folder, with the password that the first page shows. Where it is missing, or where the accounts
have other passwords, the installation is none of ours: nothing is entered, and nothing is shown. The evening is entered
hand by hand through the ledger, under the Treffpunkt rules.
"""

import json
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from typing import Any, NamedTuple

from django.conf import settings
from django.db import transaction
from django.utils.translation import gettext as _

from scoring.book.access.links import create_link
from scoring.book.ledger.entries import Outcome
from scoring.book.ledger.services import record_hand
from scoring.book.sums.counts import update_counts
from scoring.models import GameTable
from scoring.table.corrections.services import strike_last_deal
from scoring.table.evenings.services import EveningStart, start_evening
from tarockclub.kit.time_source import now
from tarockclub.models import Account, Club, Person, Publication
from tarockclub.office.demo import tournaments
from tarockclub.office.demo.day import CLUB, NAMES, find_last_saturday
from tarockclub.office.demo.mailbox import give_addresses
from tarockclub.office.demo.season import make_federation, make_seasons
from tarockclub.office.demo.tournaments import make_cup, make_running_tournament
from tarockclub.office.demo.year import make_invited_tournaments, make_second_evening, make_year
from tarockclub.office.hosting.services import FirstDirector, create_password, found_club_of_hash
from tarockclub.platform.accounts.actors import Actor
from tarockclub.platform.accounts.permissions import is_set_up
from tarockclub.platform.accounts.persons import load_first_club
from tarockclub.platform.accounts.services import (
    create_account_of_hash,
    create_setup_code,
    rename_club,
    set_up_club,
)
from tarockclub.platform.clubs.scope import enter_all_clubs
from tarockclub.platform.publication import change_publication
from tarockclub.platform.server.env import close_files
from tournaments.models import RoundTable, Season, Tournament

START_KEY = "demo-evening"
EVENING = EveningStart(names=("Anna", "Berta", "Cäsar", "Dora"), sheet="treffpunkt", options={}, first_forehand=0)


def _build_play(contract: str, declarer: int, **details: Any) -> dict[str, Any]:
    return {"contract": contract, "declarer": declarer, **details}


def _build_premium(premium: str, side: str = "declarer", **details: Any) -> dict[str, Any]:
    return {"premium": premium, "side": side, **details}


# The forehand moves on by one seat each hand, beginning with Anna (seat 0).
HANDS: tuple[dict[str, Any], ...] = (
    {"plays": [_build_play("rufer", 0, partner=2, result="won")], "premiums": [_build_premium("pagat")]},
    {"plays": [_build_play("dreier", 3, points="41/2")], "premiums": [_build_premium("trull")]},
    {
        "plays": [_build_play("besserrufer", 2, partner=1, points="33/1", kontra=2, kontra_by=0)],
        "premiums": [_build_premium("uhu", announced=True), _build_premium("mondfang", "defence")],
    },
    {"plays": [_build_play("trischaken", 3, points=["14/1", "30/2", "25", "0"])]},
    {"plays": [_build_play("solorufer", 1, partner=3, result="won")], "premiums": [_build_premium("koenig_ultimo")]},
    {"plays": [_build_play("piccolo", 2, result="won", kontra={"3": 2})]},
    {"plays": [_build_play("rufer", 2, king_in_talon=True, result="conceded")]},
    {
        "plays": [_build_play("einer", 0, result="lost", kontra=2, kontra_by=3)],
        "premiums": [_build_premium("pagat", announced=True, won=False)],
    },
    {"plays": [_build_play("sechserdreier", 0, points="38")]},
    {"plays": [_build_play("bettler_ouvert", 1, tricks=0)]},
    {
        "plays": [_build_play("rufer", 2, partner=3, result="won")],
        "premiums": [
            _build_premium("sack_1", announced=True),
            _build_premium("koenige", "defence", announced=True, won=False),
        ],
    },
    {"plays": [_build_play("piccolo", 0, result="won"), _build_play("zwiccolo", 2, result="lost")]},
)
LAST = {"plays": [_build_play("farbensolo", 1, result="won")]}
SLIP = {"plays": [_build_play("rufer", 0, partner=3, result="lost")]}  # entered by mistake and struck out


def create_demo_evening() -> GameTable:
    """Start the evening and enter its hands; repeating it changes nothing."""
    table = GameTable.objects.filter(start_key=START_KEY).first() or start_evening(START_KEY, EVENING)
    previous = ""
    for number, hand in enumerate(HANDS):
        previous = _save_demo_hand(table, f"demo-{number}", previous, hand)
    _save_demo_hand(table, "demo-slip", previous, SLIP)
    strike_last_deal(table, "demo-strike", "demo-slip", "Falscher Partner angetippt")
    _save_demo_hand(table, "demo-last", previous, LAST)
    return table


def _save_demo_hand(table: GameTable, key: str, previous: str, hand: dict[str, Any]) -> str:
    written = record_hand(table.slug, key, previous, hand)
    if written.outcome is not Outcome.SAVED:
        raise ValueError(f"{key}: {written.outcome} {written.problems}")
    return key


# Whoever waits is told what is being made: within the block of its name.
Step = Callable[[str], AbstractContextManager[object]]
SECOND_CLUB, SECOND_SLUG = "Tarockrunde zur Alten Post", "alte-post"
DIRECTOR = ("leitung", "Rosl Ahornegg")
STAFF = (
    ("schrift", "Sigi Erlental", Account.Role.SECRETARY),
    ("schiedsgericht", "Elfriede Sonnleit", Account.Role.REFEREE),
    ("kassa", "Tilli Moosbrugg", Account.Role.TREASURER),
    ("kassier", "Toni Rabenhof", Account.Role.CASHIER),
    ("gast", "Vinzenz Auhof", Account.Role.WATCHER),
)
LISTENERS = (DIRECTOR[1], *NAMES[:6])  # who wants messages
SECOND_DIRECTOR = FirstDirector("Burgi Steinfeld", "post")


class Demo(NamedTuple):
    """The tournaments and seasons of the demo."""

    over: Tournament
    running: Tournament
    cup: Tournament
    season: Season

    @property
    def table(self) -> RoundTable:
        """Return the first table of the round that runs."""
        tables = RoundTable.objects.filter(round__tournament=self.running, round__number=1)
        return tables.select_related("game_table").get(number=1)


def enter_tournaments(step: Step = nullcontext) -> Demo:
    """Enter everything, and name the club if it has no name yet."""
    if not is_set_up() and load_first_club().name != CLUB:
        rename_club(load_first_club(), CLUB)
    earlier = Tournament.objects.filter(start_key=tournaments.OVER_KEY).first()
    with step(_("a tournament that is over")):
        over = earlier or tournaments.make_finished_tournament(find_last_saturday(now()))
    with step(_("a tournament that is being played")):
        running = make_running_tournament()
    with step(_("a cup and seasons")):
        return Demo(over, running, make_cup(), make_seasons(over, running))


class OtherInstallation(Exception):  # noqa: N818 -- no error of the program, but an answer
    """Somebody uses this installation: the demo must not get into it."""


class MadeInstallation(NamedTuple):
    """All that was made: tournaments and seasons, the next tournament, an evening, the secrets of two tables."""

    demo: Demo
    coming: Tournament
    evening: GameTable
    password: str
    evening_secret: str
    table_secret: str


class Notes(NamedTuple):
    """The content of the file: the password, the hashes that the accounts got by it, links of tables by their names."""

    password: str
    hashes: dict[str, str]  # by the ids of the accounts
    links: dict[str, str]


def make_installation(step: Step = nullcontext) -> MadeInstallation:
    """Make all of it; repeating it renews what takes place today. OtherInstallation: here is somebody else."""
    notes = load_demo_notes()
    if notes is None and is_set_up():
        raise OtherInstallation
    demo = enter_tournaments(step)
    with step(_("clubs, their accounts and a federation")):
        password, hashes = (notes.password, notes.hashes) if notes is not None else _create_accounts()
    with step(_("tournaments of the last two years")):
        tournaments.make_earlier_tournaments()
    with step(_("a year of evenings by a club’s own house rules")):
        make_year(Account.objects.get(club=load_first_club(), login=DIRECTOR[0]))
        evening = create_demo_evening()
    with step(_("invitations to the next tournaments")):
        give_addresses(list(Person.objects.filter(club=load_first_club(), name__in=LISTENERS)))
        coming = make_invited_tournaments()
    with step(_("the statistics of all that")):
        for club in Club.objects.all():
            update_counts(club, patience=None)
    links = {"evening": create_link(evening).secret, "table": create_link(demo.table.game_table).secret}
    _write_notes(Notes(password, hashes, links))
    return MadeInstallation(demo, coming, evening, password, links["evening"], links["table"])


@transaction.atomic
def _create_accounts() -> tuple[str, dict[str, str]]:
    """Set the installation up, with the second club; return the password of all accounts, and its hashes."""
    password = create_password()
    login, name = DIRECTOR
    host = set_up_club(create_setup_code(only=True), CLUB, name, login, password)
    change_publication(host.club, dict.fromkeys(Publication.PARTS, True), Actor(host.person_id))
    for login, name, role in STAFF:
        create_account_of_hash(host.club, name, login, host.password, role, Actor(host.person_id))
    by = Actor(host.person_id, directs=True)
    second, director = found_club_of_hash(SECOND_CLUB, SECOND_SLUG, SECOND_DIRECTOR, host.password, by)
    for founder in (director, *make_federation(by, host.password)):
        change_publication(founder.club, dict.fromkeys(Publication.PARTS, True), Actor(founder.person_id))
    make_second_evening(second)
    return password, {str(account.pk): account.password for account in Account.objects.all()}


def _write_notes(notes: Notes) -> None:
    settings.DEMO_FILE.write_text(json.dumps(notes._asdict(), indent=1), encoding="utf-8")
    close_files([settings.DEMO_FILE])


def load_demo_notes() -> Notes | None:
    """Return what the file says; None where there is none, or where no account has a password of the demo."""
    try:
        content: dict[str, Any] = json.loads(settings.DEMO_FILE.read_text(encoding="utf-8"))
        notes = Notes(**content)
    except (OSError, ValueError, TypeError):
        return None
    return notes if list_open_logins(notes) else None


def list_open_logins(notes: Notes) -> list[Account]:
    """Return the accounts into which the password of the demo leads, the one with most rights first."""
    with enter_all_clubs():
        accounts = list(Account.objects.filter(pk__in=list(notes.hashes), is_active=True).order_by("pk"))
    return [account for account in accounts if account.password == notes.hashes[str(account.pk)]]
