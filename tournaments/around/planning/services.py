"""Tournaments like another one, on other days: settings, invitation, prizes, walls, people; each once for each key."""

import hashlib
from collections.abc import Sequence
from datetime import date, datetime, timedelta
from typing import NamedTuple

from django.db import transaction
from django.utils.timezone import localtime, make_aware

from tarockclub.kit.idempotency import is_key
from tarockclub.platform.accounts.actors import ANONYMOUS, Actor
from tournaments.around.planning.days import MOST_DAYS
from tournaments.core.acts import ActionRefused
from tournaments.core.editions import FINAL
from tournaments.core.settings import parse_settings
from tournaments.hall.setup.next_names import count_on
from tournaments.hall.setup.services import create_tournament, open_round
from tournaments.models import (
    Entrant,
    Hall,
    HallPicture,
    Invitation,
    InvitationPicture,
    Prize,
    Season,
    Tournament,
)
from tournaments.people.entrants.services import enter
from tournaments.people.invitations.services import change_invitation, put_invitation_picture, read_invitation
from tournaments.people.name_lists.candidates import Newcomer
from tournaments.results.final_results.prizes import add_prize
from tournaments.seasons.season.events import add_tournament

_LONGEST_BEGIN = 40  # of a key, to which the part is added


class CopyParts(NamedTuple):
    """The parts of a tournament that a copy has beside its settings."""

    prizes: bool = True
    walls: bool = True
    people: bool = False
    is_public: bool = False  # everybody may see the invitation at once, and register as there
    season: Season | None = None  # in which the copy counts


USUAL_PARTS = CopyParts()


def copy_tournament(
    source: Tournament, key: str, name: str, day: date, parts: CopyParts = USUAL_PARTS, who: Actor = ANONYMOUS
) -> Tournament:
    """Create a tournament like another one on a day; raise ActionRefused("other_body", "sheet_gone") and others."""
    settings, begin = parse_settings(source.settings), key[:_LONGEST_BEGIN]
    with transaction.atomic():
        made = create_tournament(key, source.club, name, day, settings, who)
        _copy_invitation(source, made, begin, who, is_public=parts.is_public)
        if parts.prizes:
            _copy_prizes(source, made, begin, who)
        if parts.walls:
            _copy_walls(source, made)
        if parts.people:
            people = Entrant.objects.filter(tournament=source, withdrawn=None, person__erased=None).order_by("number")
            found = [Newcomer("", entrant.person_id, entrant.number) for entrant in people]
            if found:
                enter(made.pk, f"{begin}.people", found, (), who)
        if parts.season is not None:
            add_tournament(parts.season, f"{begin}.season", made, who=who)
    return made


def copy_to_days(
    source: Tournament, key: str, name: str, days: Sequence[date], parts: CopyParts, who: Actor = ANONYMOUS
) -> list[Tournament]:
    """Create a tournament for each of these days, all or none; a number in the name counts on.

    Raise ActionRefused("no_days", "too_many_days", "no_key").
    """
    if not days:
        raise ActionRefused("no_days")
    if len(days) > MOST_DAYS:
        raise ActionRefused("too_many_days", most=MOST_DAYS)
    if not is_key(key):
        raise ActionRefused("no_key")
    made, begin = [], hashlib.sha256(key.encode()).hexdigest()[:28]
    with transaction.atomic():
        for day in sorted(set(days)):
            made.append(copy_tournament(source, f"{begin}.{day:%Y%m%d}", name, day, parts, who))
            name = count_on(name)
    return made


def _copy_invitation(source: Tournament, made: Tournament, begin: str, who: Actor, *, is_public: bool) -> None:
    row = Invitation.objects.filter(tournament=source).first()
    if row is None:
        return
    said = read_invitation(source)
    closes = _move(said.closes, made.day - source.day) if said.closes is not None else None
    change_invitation(
        made.pk, f"{begin}.invitation", said._replace(closes=closes, is_public=is_public, template=""), who
    )
    picture = InvitationPicture.objects.filter(invitation=row).first()
    if picture is not None:
        put_invitation_picture(made.pk, f"{begin}.picture", bytes(picture.png), who)


def _move(at: datetime, by: timedelta) -> datetime:
    """Return the same time of day on another day, also where the clocks change in between."""
    return make_aware(localtime(at).replace(tzinfo=None) + by)


def _copy_prizes(source: Tournament, made: Tournament, begin: str, who: Actor) -> None:
    """Copy the prizes, also those of single rounds: these rounds are opened, up to the last one that has any."""
    prizes = list(Prize.objects.filter(tournament=source, gone=None).select_related("round").order_by("number"))
    rounds = [FINAL if prize.round is None else prize.round.number for prize in prizes]
    for number in range(1, max(rounds, default=FINAL) + 1):
        open_round(made.pk, f"{begin}.round-{number}", who)
    for prize, of in zip(prizes, rounds, strict=True):
        add_prize(made.pk, f"{begin}.prize-{prize.number}", of, prize.name, prize.cents, who)


def _copy_walls(source: Tournament, made: Tournament) -> None:
    hall = Hall.objects.filter(tournament=source).first()
    if hall is None or Hall.objects.filter(tournament=made).exists():
        return
    copied = Hall.objects.create(tournament=made, walls=hall.walls, from_last=hall.from_last, picture=hall.picture)
    picture = HallPicture.objects.filter(hall=hall).first()
    if picture is not None:
        HallPicture.objects.create(hall=copied, png=picture.png)
