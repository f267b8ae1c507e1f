"""A tournament that is still to come: its invitation is public, and people have registered on its page."""

from datetime import datetime, time, timedelta

from django.db import transaction
from django.utils import timezone

from tarockclub.kit.time_source import now
from tarockclub.office.demo.day import DIRECTOR, NAMES, create_made_up
from tournaments.core.settings import Settings
from tournaments.models import Invitation, Tournament
from tournaments.people.invitations.actions import ChangeInvitation, InvitationDetails
from tournaments.people.registration.actions import Details, submit_application

KEY = "demo-coming-"
AHEAD, CLOSES_BEFORE = timedelta(days=12), timedelta(days=2)
PLACES = 16
TOWNS = ("Lindenau", "Oberlinden", "Brunn am Tann", "Steinfeld")
NEWCOMERS = ("Romana Feldkreuz", "Severin Ulmental", "Walpurga Haidegg")


def make_invited_tournament() -> Tournament:
    """Return the latest one if its day is still to come; otherwise invite to another one."""
    tournaments = list(Tournament.objects.filter(start_key__startswith=KEY).order_by("pk"))
    if tournaments and tournaments[-1].day > timezone.localdate(now()) + CLOSES_BEFORE:
        return tournaments[-1]
    return _create_tournament(len(tournaments) + 1, timezone.localtime(now()))


@transaction.atomic
def _create_tournament(number: int, today: datetime) -> Tournament:
    """Create it, publish the invitation, and let people register: some more than there are places."""
    day = (today + AHEAD).date()
    tournament = create_made_up(f"{KEY}{number}", "Linden-Cup", day, Settings(rounds=3))
    invitation = InvitationDetails(
        starts=time(14),
        place="Gasthaus zur Linde",
        address="Dorfplatz 3, Lindenau",
        closes=timezone.make_aware(datetime.combine(day - CLOSES_BEFORE, time(20))),
        most=PLACES,
        contact="Rosl Ahornegg, im Gasthaus zu erfragen",
        counts_for="Tarockcup, 4. Turnier",
        remarks="Ein Gulasch ist im Nenngeld enthalten.",
        is_public=True,
        registration=Invitation.Registration.AUTO,
        lists_players=True,
    )
    ChangeInvitation(details=invitation).perform(tournament, f"{KEY}{number}-invitation", DIRECTOR)
    people = (*NAMES[: PLACES - 2], *NEWCOMERS)
    for index, name in enumerate(people):
        details = Details(town=TOWNS[index % len(TOWNS)], remark="kommt mit dem Bus um 13:40" if index == 5 else "")
        submit_application(tournament, f"{KEY}{number}-{index}", name, f"demo-phone-{index}", details)
    return Tournament.objects.get(pk=tournament.pk)
