"""Clubs come into a federation and leave it: one side asks, the other agrees; the rows that each side reads."""

from collections.abc import Callable
from enum import StrEnum
from typing import NamedTuple

from django.db import transaction
from django.db.models import Count, Q, QuerySet
from django.utils.timezone import localdate
from django.utils.translation import gettext_lazy as _

from tarockclub.kit.time_source import now
from tarockclub.models import Club, FederationMember
from tarockclub.platform.accounts.actors import ANONYMOUS, Actor
from tarockclub.platform.accounts.club_log import Kind, record_event
from tarockclub.platform.clubs.current_club import build_club_address
from tarockclub.platform.clubs.federations import list_federation_ids, show_federations
from tarockclub.platform.privacy.public_names import filter_people
from tournaments.core.acts import ActionRefused
from tournaments.core.messages import register_sentences
from tournaments.models import Season, SeasonOffer, Tournament


class Step(StrEnum):
    """A step of a membership, as the log of the side that takes it says."""

    ASKED = "asked"
    AGREED = "agreed"
    REFUSED = "refused"  # also what one has asked oneself
    LEFT = "left"


def find_federation_club(word: str, *, is_federation: bool) -> Club:
    """Return the club, or the federation, with a word in its address; raise ActionRefused("no_such_club")."""
    clubs = Club.objects.filter(slug=word.strip().lower(), archived=None, is_federation=is_federation)
    club = clubs.first() if word.strip() else None
    if club is None:
        raise ActionRefused("no_such_federation" if is_federation else "no_such_club")
    return club


@transaction.atomic
def ask(own: Club, other: Club, who: Actor = ANONYMOUS) -> FederationMember:
    """Invite a club, as a federation, or ask to be taken in, as a club; if the other side has asked, agree.

    Raise ActionRefused("member_already", "not_federation").
    """
    if own.is_federation == other.is_federation:
        raise ActionRefused("not_federation")
    federation, club = (own, other) if own.is_federation else (other, own)
    rows = FederationMember.objects.select_for_update(no_key=True).filter(until=None)
    row, is_new = rows.get_or_create(
        federation=federation, club=club, defaults={"by_federation": own.is_federation, "asked": now()}
    )
    if row.since is not None:
        raise ActionRefused("member_already")
    if is_new:
        _note_step(own, other, Step.ASKED, who)
    elif row.by_federation != own.is_federation:
        _agree(row, own, who)
    return row


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


MOST_TOURNAMENTS, MOST_DECIDED = 60, 60
State = SeasonOffer.State


class MemberLine(NamedTuple):
    """A membership, or a question about one, as one side sees it."""

    row: FederationMember
    other: Club

    @property
    def address(self) -> str:
        """The pages of the other side."""
        return build_club_address(self.other)


def load_federation_memberships(own: Club) -> dict[str, list[MemberLine]]:
    """Return the open memberships of one side: current ones, to answer (the other side has asked), asked; one query."""
    side = Q(federation=own) if own.is_federation else Q(club=own)
    rows = FederationMember.objects.filter(side, until=None).select_related("club", "federation")
    lines = sorted((MemberLine(row, get_other(row, own)) for row in rows), key=lambda line: line.other.name.casefold())
    open_lines = [line for line in lines if line.row.since is None]
    return {
        "current": [line for line in lines if line.row.since is not None],
        "to_answer": [line for line in open_lines if line.row.by_federation != own.is_federation],
        "asked": [line for line in open_lines if line.row.by_federation == own.is_federation],
    }


def count_numbers(club: Club) -> dict[str, int]:
    """Count all persons of a register, and those who have a number of the federation."""
    return filter_people(club.pk).aggregate(there=Count("pk", filter=~Q(federation_number="")), all=Count("pk"))


def list_federation_seasons(club: Club) -> list[Season]:
    """Return the seasons to which a club may offer results: those of its federations, the newest first."""
    with show_federations():
        rows = Season.objects.filter(club__in=list_federation_ids(club.pk)).select_related("club")
        return list(rows.order_by("-made", "-pk"))


def list_published_tournaments(club: Club) -> QuerySet[Tournament]:
    """Return the tournaments of a club whose final result is published, the last one first."""
    rows = Tournament.objects.filter(club=club, archived=None, ended__isnull=False)
    return rows.order_by("-day", "-pk")[:MOST_TOURNAMENTS]


def list_ended(club: Club) -> QuerySet[Season]:
    """Return the seasons of a club whose final standing is published, the last one first."""
    return Season.objects.filter(club=club, ended__isnull=False).order_by("-ended", "-pk")[:MOST_TOURNAMENTS]


def list_own_offers(club: Club) -> dict[str, list[SeasonOffer]]:
    """Return the offers of a club by tournament (its address), the last one first."""
    offers: dict[str, list[SeasonOffer]] = {}
    with show_federations():
        for row in SeasonOffer.objects.filter(club=club).select_related("season__club").order_by("-at", "-pk"):
            offers.setdefault(str(row.tournament), []).append(row)
    return offers


def list_offers(federation: Club, *, waiting: bool) -> list[SeasonOffer]:
    """Return the offers to a federation: those that wait, the first one first, or those that are decided."""
    rows = SeasonOffer.objects.filter(season__club=federation).select_related("season", "club", "event")
    if waiting:
        return list(rows.filter(state=State.WAITING).order_by("at", "pk"))
    decided = rows.filter(state__in=(State.ACCEPTED, State.DECLINED))
    return list(decided.order_by("-decided", "-pk")[:MOST_DECIDED])


def count_waiting_offers(federation: Club) -> int:
    """Count the offers that wait for a federation."""
    return SeasonOffer.objects.filter(season__club=federation, state=State.WAITING).count()


register_sentences(
    {
        "no_such_club": _("There is no club with this word in its address."),
        "no_such_federation": _("There is no federation with this word in its address."),
        "not_federation": _("Only clubs can belong to a federation."),
        "member_already": _("You belong together already."),
        "not_asked": _("This has been decided or taken back in the meantime."),
        "not_member": _("The club does not belong to this federation."),
        "nothing_published": _("The final result of this tournament has not been published."),
        "nobody_has_number": _("Nobody in this result has a number of the federation: enter the numbers first."),
        "offer_decided": _("This offer has been decided or taken back in the meantime."),
    }
)
