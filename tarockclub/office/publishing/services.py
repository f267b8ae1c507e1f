"""Decisions of directors about sending: where to, and which tournaments and seasons."""

import uuid

from django.db import transaction
from django.utils.translation import gettext as _

from tarockclub.models import Club, HostedAddress, SentSite
from tarockclub.office.publishing.process import start_publishing
from tarockclub.platform.accounts.actors import Actor
from tarockclub.platform.accounts.club_log import Kind, record_event
from tarockclub.platform.accounts.persons import lock_club
from tarockclub.platform.parcels.peer import find_address
from tournaments.around.public.inn_sites import format_last_time


@transaction.atomic
def set_address(club: Club, url: str, secret: str, name: str, who: Actor) -> None:
    """Set the installation; what was sent elsewhere is sent there anew, and stays where it was."""
    lock_club(club)
    known = find_address(club)
    if known is not None and (known.url, known.secret) == (url, secret):
        return
    HostedAddress.objects.update_or_create(club=club, defaults={"url": url, "secret": secret, "name": name})
    if known is not None and known.url != url:
        fresh = {"is_there": False, "sent": None, "address": ""}
        SentSite.objects.filter(club=club).update(**fresh)
    SentSite.objects.filter(club=club).update(trouble="", sign="")  # another secret may be that of another club there
    record_event(club.pk, Kind.SENDING, who, address=True)
    start_publishing()


@transaction.atomic
def remove_address(club: Club, who: Actor) -> None:
    """Send nothing more, and forget the secret; what is there stays until it is taken off there."""
    lock_club(club)
    if HostedAddress.objects.filter(club=club).delete()[0]:
        off = {"is_on": False, "is_there": False, "sign": "", "trouble": "", "address": ""}
        SentSite.objects.filter(club=club).update(**off)
        record_event(club.pk, Kind.SENDING, who, address=False)


@transaction.atomic
def switch_on(club: Club, kind: str, thing: uuid.UUID, who: Actor) -> None:
    """Send a tournament or season from now on."""
    lock_club(club)
    site, _is_new = SentSite.objects.get_or_create(club=club, thing=thing, defaults={"kind": kind, "is_on": False})
    if not site.is_on or site.trouble:
        SentSite.objects.filter(pk=site.pk).update(is_on=True, sign="", trouble="")
        record_event(club.pk, Kind.SENDING, who, site=site.pk, on=True)
    start_publishing()


@transaction.atomic
def switch_off(club: Club, thing: uuid.UUID, who: Actor) -> None:
    """Send nothing more of a tournament or season, and have it deleted there."""
    lock_club(club)
    site = SentSite.objects.filter(club=club, thing=thing, is_on=True).first()
    if site is not None:
        SentSite.objects.filter(pk=site.pk).update(is_on=False, trouble="")
        record_event(club.pk, Kind.SENDING, who, site=site.pk, on=False)
        start_publishing()


def find_sent(club: int, thing: uuid.UUID) -> SentSite | None:
    """Return whether and how a tournament or season is sent; None if it never was."""
    return SentSite.objects.filter(club=club, thing=thing).first()


def format_sent(site: SentSite) -> str:
    """Return in one line when a site was sent."""
    if not site.is_on:
        return _("being taken off there") if site.is_there else _("not sent")
    return _("last sent %(moment)s") % {"moment": format_last_time(site.sent)} if site.sent else _("nothing sent yet")
