"""Clubs come into a federation and leave it: one side asks, the other agrees; each acts for itself alone."""

from collections.abc import Callable
from enum import StrEnum

from django.db import transaction
from django.utils.timezone import localdate

from tarockclub.kit.time_source import now
from tarockclub.models import Club, FederationMember
from tarockclub.platform.accounts.actors import ANONYMOUS, Actor
from tarockclub.platform.accounts.club_log import Kind, record_event
from tarockclub.platform.clubs.federations import show_federations
from tournaments.core.acts import ActionRefused
from tournaments.models import SeasonOffer


class Step(StrEnum):
    """A step of a membership, as the log of the side that takes it says."""

    ASKED = "asked"
    AGREED = "agreed"
    REFUSED = "refused"  # also what one has asked oneself
    LEFT = "left"


def find_federation_club(word: str, *, is_federation: bool) -> Club:
    """Return the club, or the federation, with a word in its address; raise ActionRefused("no_such_club")."""
    clubs = Club.objects.filter(slug=word.strip().lower(), archived=None, is_federation=is_federation)
    found = clubs.first() if word.strip() else None
    if found is None:
        raise ActionRefused("no_such_federation" if is_federation else "no_such_club")
    return found


@transaction.atomic
def ask(own: Club, other: Club, who: Actor = ANONYMOUS) -> FederationMember:
    """Invite a club, as a federation, or ask to be taken in, as a club; if the other side has asked, agree.

    Raise ActionRefused("member_already", "not_federation").
    """
    if own.is_federation == other.is_federation:
        raise ActionRefused("not_federation")
    federation, club = (own, other) if own.is_federation else (other, own)
    rows = FederationMember.objects.select_for_update(no_key=True).filter(until=None)
    known, is_new = rows.get_or_create(
        federation=federation, club=club, defaults={"by_federation": own.is_federation, "asked": now()}
    )
    if known.since is not None:
        raise ActionRefused("member_already")
    if is_new:
        _note_step(own, other, Step.ASKED, who)
    elif known.by_federation != own.is_federation:
        _agree(known, own, who)
    return known


@transaction.atomic
def agree_to_membership(member: int, own: Club, who: Actor = ANONYMOUS) -> FederationMember:
    """Agree to what the other side has asked; raise ActionRefused("not_asked") if it has not, or no longer."""
    row = _find_open(member, own)
    if row.since is None and row.by_federation == own.is_federation:
        raise ActionRefused("not_asked")
    if row.since is None:
        _agree(row, own, who)
    return row


def _agree(row: FederationMember, own: Club, who: Actor) -> None:
    row.since = localdate(now())
    row.save(update_fields=["since"])
    _note_step(own, get_other(row, own), Step.AGREED, who)


@transaction.atomic
def end(member: int, own: Club, who: Actor = ANONYMOUS) -> FederationMember:
    """End a membership, or refuse or take back what was asked; what the federation has published stays.

    Offers that wait end with it. Raise ActionRefused("not_asked") if there is nothing that could end.
    """
    row = _find_open(member, own)
    with show_federations():
        offers = SeasonOffer.objects.filter(club=row.club_id, season__club=row.federation_id)
        waiting = list(offers.filter(state=SeasonOffer.State.WAITING).values_list("pk", flat=True))
    row.until = localdate(now())
    row.save(update_fields=["until"])
    SeasonOffer.objects.filter(pk__in=waiting).update(state=SeasonOffer.State.WITHDRAWN, rows="", decided=now())
    _note_step(own, get_other(row, own), Step.REFUSED if row.since is None else Step.LEFT, who)
    return row


def get_other(row: FederationMember, own: Club) -> Club:
    """Return the other side of a membership."""
    return row.club if own.pk == row.federation_id else row.federation


def _find_open(member: int, own: Club) -> FederationMember:
    side = {"federation": own} if own.is_federation else {"club": own}
    rows = FederationMember.objects.select_for_update(no_key=True, of=("self",))
    row = rows.select_related("club", "federation").filter(pk=member, until=None, **side).first()
    if row is None:
        raise ActionRefused("not_asked")
    return row


def _note_step(own: Club, other: Club, step: Step, who: Actor) -> None:
    record_event(own.pk, Kind.FEDERATION, who, what=step, other=other.pk)


ACTIONS: dict[str, Callable[[int, Club, Actor], FederationMember]] = {"agree": agree_to_membership, "end": end}
