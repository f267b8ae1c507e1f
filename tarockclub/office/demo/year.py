"""The demo's tournaments to come, with who has registered; a club's year of evenings by house rules of its own.

Of the tournaments to come one has a waiting list, one places left, one is for nothing. Evenings are on most Wednesdays
of twelve months.
"""

import random
from datetime import date, datetime, time, timedelta
from functools import partial
from typing import NamedTuple

from django.db import transaction
from django.utils import timezone

from scoring.book.ledger.entries import Outcome
from scoring.book.ledger.services import record_hand
from scoring.book.ledger.sheet_versions import parse_sheet
from scoring.book.ledger.table_state import decode_state
from scoring.engine.agreement import Stakes, format_agreement
from scoring.engine.house_rules.schema import Table
from scoring.models import GameTable, OwnSheet
from scoring.sheets.own_sheets.services import change_draft, create_sheet, save_version, set_public
from scoring.table.corrections.services import write_change
from scoring.table.evenings.services import EveningStart, start_evening
from scoring.table.practice import make_hand
from scoring.table.settlement.services import request_end
from tarockclub.kit.time_source import now, pretend_time
from tarockclub.models import Account, Club, Person
from tarockclub.office.demo.day import DIRECTOR, NAMES, create_made_up, find_last_saturday
from tarockclub.office.demo.season import FEDERATION, READY
from tarockclub.platform.accounts.actors import Actor
from tournaments.around.own_page.services import set_page_public
from tournaments.core.settings import Settings
from tournaments.models import Invitation, Season, Tournament
from tournaments.people.invitations.actions import ChangeInvitation, InvitationDetails
from tournaments.people.register.selectors import set_people_settings
from tournaments.people.register.services import set_publicity
from tournaments.people.registration.actions import Details, submit_application
from tournaments.seasons.season.services import SeasonDetails, begin_year
from tournaments.seasons.season.settings import EveningRule

INVITED_KEY, INVITED_CLOSES = "demo-coming-", timedelta(days=2)
INVITED_TOWNS = ("Lindenau", "Oberlinden", "Brunn am Tann", "Steinfeld")
INVITED_NEWCOMERS = ("Romana Feldkreuz", "Severin Ulmental", "Walpurga Haidegg")


class Coming(NamedTuple):
    """A tournament to come, and who has registered for it."""

    key: str  # … with a number behind it
    name: str
    weeks: int  # behind the last Saturday
    people: tuple[str, ...]
    fee: int  # cents for each round
    invitation: InvitationDetails
    club: str = ""  # its address; "": the first one


COMING = (
    Coming(
        INVITED_KEY,
        "Linden-Cup",
        2,
        (*NAMES[:14], *INVITED_NEWCOMERS),  # some more than there are places
        300,
        InvitationDetails(
            starts=time(14),
            place="Gasthaus zur Linde",
            address="Dorfplatz 3, Lindenau",
            most=16,
            counts_for="Landeswertung",
            remarks="Ein Gulasch ist im Nenngeld enthalten.",
        ),
    ),
    Coming(
        "demo-later-",
        "Turnier in der Mühle",
        6,
        NAMES[4:13],
        400,
        InvitationDetails(starts=time(13, 30), place="Mühle Steinfeld", address="Bachweg 11, Steinfeld", most=24),
    ),
    Coming(
        "demo-federation-",
        "Verbandstag zum Auftakt",
        7,
        (*NAMES[:9], *NAMES[12:20], *NAMES[26:30]),
        300,
        InvitationDetails(starts=time(14), place="Donaublick", address="Lände 4, Donauleiten", most=28),
        FEDERATION[1],
    ),
    Coming(
        "demo-free-",
        "Schnupperturnier",
        10,
        NAMES[20:23],
        0,
        InvitationDetails(starts=time(15), place="Pfarrsaal Oberlinden", remarks="Für alle, die Tarock lernen wollen."),
    ),
)


def make_invited_tournaments() -> Tournament:
    """Invite to all of them, and return the first; another one follows a tournament for which nobody registers now."""
    first, *_later = map(_make_invited_tournament, COMING)
    return first


def _make_invited_tournament(coming: Coming) -> Tournament:
    tournaments = list(Tournament.objects.filter(start_key__startswith=coming.key).order_by("pk"))
    if tournaments and tournaments[-1].day > timezone.localdate(now()) + INVITED_CLOSES:
        return tournaments[-1]
    return _create_invited_tournament(coming, f"{coming.key}{len(tournaments) + 1}")


@transaction.atomic
def _create_invited_tournament(coming: Coming, key: str) -> Tournament:
    """Create it, publish the invitation, and let people register."""
    day = timezone.localdate(find_last_saturday(now()) + timedelta(weeks=coming.weeks))
    club, settings = None, Settings(rounds=3, fee=coming.fee)
    if coming.club:
        club, settings = Club.objects.get(slug=coming.club), settings._replace(sheet="oesterreich_finale_2021")
    tournament = create_made_up(key, coming.name, day, settings, club)
    invitation = coming.invitation._replace(
        closes=timezone.make_aware(datetime.combine(day - INVITED_CLOSES, time(20))),
        contact="Rosl Ahornegg, im Gasthaus zu erfragen",
        is_public=True,
        registration=Invitation.Registration.AUTO,
        lists_players=True,
    )
    ChangeInvitation(details=invitation).perform(tournament, f"{key}-invitation", DIRECTOR)
    for index, name in enumerate(coming.people):
        details = Details(
            town=INVITED_TOWNS[index % len(INVITED_TOWNS)], remark="kommt mit dem Bus um 13:40" if index == 5 else ""
        )
        submit_application(tournament, f"{key}-{index}", name, f"demo-phone-{index}", details)
    return Tournament.objects.get(pk=tournament.pk)


OWN_RULES = "Lindenrunde"
_OWN_RULES_VERSIONS: tuple[tuple[Table, str], ...] = (
    ({"contracts": {"dreier": {"value": 6, "lost": 8}}}, "beschlossen am Stammtisch"),
    (
        {
            "contracts": {"dreier": {"value": 6, "lost": 8}, "bettler_ouvert": {"kontra": 2}},
            "premiums": {"geier": {"silent": 5, "announced": 10}},
        },
        "mit dem Geier, nach der Jahresversammlung",
    ),
)


def _make_own_rules(account: Account) -> OwnSheet:
    """Write the club's own house rules in two versions, for everybody to read; once."""
    sheet = OwnSheet.objects.filter(club=account.club, sheet=OWN_RULES.lower()).first()
    if sheet is not None:
        return sheet
    own = create_sheet(account.club, OWN_RULES, "treffpunkt")
    for number, (rules, reason) in enumerate(_OWN_RULES_VERSIONS, 1):
        own.refresh_from_db()
        change_draft(own, own.draft_state, partial(_lay_over, rules=rules))
        own.refresh_from_db()
        save_version(own, own.draft_state, f"demo-rules-{number}", reason, account)
    set_public(own, public=True)
    return own


def _lay_over(draft: Table, rules: Table) -> Table:
    return draft | rules


YEAR_KEY, YEAR_SEED = "demo-year", 20261129
EVENINGS, WEDNESDAY, BEGINS = 40, 2, time(19)
PLACE = "Gasthaus zur Linde"
A_YEAR = 52  # weeks
GOES_ON = timedelta(days=60)  # behind the newest evening
YEAR_PRIZES = "Wanderpokal\nGeschenkkorb\nTarockkarten in Leder"
REGULARS = NAMES[:14]  # those in front come more often
COME = (4, 5, 5, 8, 8, 9)  # from eight on they are two tables
EVENING_HANDS, EVENING_HAND = (14, 21), timedelta(minutes=7)
EVENING_STAKES = format_agreement(Stakes(rate=10))
SECOND_NAMES = ("Amalia Tannberg", "Bertl Kreuzweg", "Cölestin Brandhof", "Detta Sommereck")
OPEN_PAGES, ONLY_NUMBER = (NAMES[0], NAMES[4]), NAMES[12]


def make_year(account: Account) -> None:
    """Play the evenings of the year, each settled for money, in a season that counts them; open some pages; once."""
    if not Season.objects.filter(start_key=YEAR_KEY).exists():
        _play_year(account, timezone.localdate(now()))


@transaction.atomic
def _play_year(account: Account, today: date) -> None:
    chance = random.Random(YEAR_SEED)  # noqa: S311 -- no secret
    last = today - timedelta(days=(today.weekday() - WEDNESDAY) % 7 or 7)
    days = sorted([last, *(last - timedelta(weeks=ago) for ago in chance.sample(range(1, A_YEAR), EVENINGS - 1))])
    first = days[0]
    rule = EveningRule(
        first.isoformat(), (last + GOES_ON).isoformat(), (WEDNESDAY,), starts=f"{BEGINS:%H:%M}", place=PLACE
    )
    settings = READY["jahr"]._replace(prizes=YEAR_PRIZES, evenings=rule)
    with pretend_time(_compute_evening(first)):
        own = _make_own_rules(account)
        details = SeasonDetails(f"Mittwochsrunde {last.year}", settings)
        begin_year(YEAR_KEY, own.club, details, DIRECTOR)
    for index, day in enumerate(days):
        came = sorted(REGULARS, key=lambda name: chance.random() * (4 + REGULARS.index(name)))[: chance.choice(COME)]
        half = len(came) // 2 if len(came) >= 8 else 0
        for number, names in enumerate(filter(None, (came[:half], came[half:]))):
            start = EveningStart(tuple(names), own.sheet, {}, chance.randrange(len(names)), EVENING_STAKES)
            _play_evening(f"{YEAR_KEY}-{index}-{number}", own.club, start, _compute_evening(day))
    _open_pages(own.club, Actor(account.person_id, directs=True))


def _compute_evening(day: date) -> datetime:
    return timezone.make_aware(datetime.combine(day, BEGINS))


def make_second_evening(club: Club) -> None:
    """Play an evening of the second club."""
    start = EveningStart(SECOND_NAMES, "standard", {}, 0, EVENING_STAKES)
    _play_evening("demo-second", club, start, now() - timedelta(days=2))


def _play_evening(key: str, club: Club, start: EveningStart, begins: datetime) -> None:
    """Play an evening from its start to its settlement."""
    chance = random.Random(key)  # noqa: S311 -- no secret
    with pretend_time(begins):
        table = start_evening(key, start, club, started=begins)
    hands = chance.randrange(*EVENING_HANDS)
    for number in range(1, hands + 1):
        fresh = GameTable.objects.select_related("sheet_version").get(pk=table.pk)
        with pretend_time(begins + number * EVENING_HAND):
            hand = make_hand(chance, parse_sheet(fresh.sheet_version), decode_state(fresh.state).evening)
            written = record_hand(table.slug, f"{key}-{number}", fresh.last_key, hand)
        if written.outcome is not Outcome.SAVED:
            raise ValueError(f"{key}: {written.outcome} {written.problems}")
    with pretend_time(begins + (hands + 1) * EVENING_HAND):
        fresh = GameTable.objects.select_related("sheet_version").get(pk=table.pk)
        ended = write_change(fresh, f"{key}-end", fresh.last_sequence, request_end(), "", sent=f"{key}-end")
    if ended.outcome is not Outcome.SAVED:
        raise ValueError(f"{key}: {ended.outcome} {ended.problems}")


def _open_pages(club: Club, by: Actor) -> None:
    """Let standings lead to the pages of those who have agreed to it; one person is only a number in public."""
    set_people_settings(club, (), by, shows_towns=False, links_pages=True)
    for person in Person.objects.filter(club=club, name__in=OPEN_PAGES):
        set_page_public(person, by, public=True)
    set_publicity(Person.objects.get(club=club, name=ONLY_NUMBER), Person.Publicity.NUMBER, by)
