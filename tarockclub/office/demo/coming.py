"""The demo's tournaments to come: with a waiting list, with places left, and one for nothing; who has registered."""

from datetime import datetime, time, timedelta
from typing import NamedTuple

from django.db import transaction
from django.utils import timezone

from tarockclub.kit.time_source import now
from tarockclub.office.demo.day import DIRECTOR, NAMES, create_made_up, find_last_saturday
from tournaments.core.settings import Settings
from tournaments.models import Invitation, Tournament
from tournaments.people.invitations.actions import ChangeInvitation, InvitationDetails
from tournaments.people.registration.actions import Details, submit_application

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
    tournament = create_made_up(key, coming.name, day, Settings(rounds=3, fee=coming.fee))
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
