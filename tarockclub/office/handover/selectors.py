"""The matters that are open in a club when somebody else takes over."""

from collections.abc import Iterator

from django.contrib.auth.hashers import UNUSABLE_PASSWORD_PREFIX
from django.db.models import Count, Exists, OuterRef, Q, QuerySet
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.table.evenings.selectors import load_evenings
from tarockclub.kit.amounts import format_cents
from tarockclub.kit.days import format_day, format_moment
from tarockclub.models import Account, Club
from tarockclub.platform.clubs.ownership import build_counting_filter
from tournaments.core.selectors import load_settings
from tournaments.models import Application, Presence, Tournament
from tournaments.people.entrants.fees import compute_fees
from tournaments.seasons.federation.membership import count_waiting_offers
from tournaments.seasons.season.evenings.days import list_unpublished_years

Matter = tuple[str, str, str]  # the address where it is done, its name, what waits


def list_without_password(club: Club) -> QuerySet[Account]:
    """Return the accounts that wait for their first password."""
    waiting = Account.objects.filter(club=club, is_active=True, is_host=False, person__erased=None)
    return waiting.filter(password__startswith=UNUSABLE_PASSWORD_PREFIX).select_related("person").order_by("pk")


def list_open_matters(club: Club) -> list[Matter]:
    """Return what waits for somebody; a query or two for each tournament with unpaid fees."""
    years, unpaid = _list_years(club), _list_unpaid(club)
    return [*_list_evenings(club), *years, *unpaid, *_list_registrations(club), *_list_offers(club)]


def _list_evenings(club: Club) -> Iterator[Matter]:
    for row in load_evenings(club.pk).open:
        words = _("Evening not settled: %(started)s") % {"started": format_moment(row.table.started)}
        yield reverse("table", args=[row.table.slug]), ", ".join(row.names), words


def _list_years(club: Club) -> Iterator[Matter]:
    for year in list_unpublished_years(club.pk):
        words = _("until %(day)s; its final standings are not published.") % {"day": format_day(year.until)}
        yield reverse("season", args=[year.season.slug]), year.season.name, words


def _list_unpaid(club: Club) -> Iterator[Matter]:
    unpaid = Presence.objects.filter(round__tournament=OuterRef("pk"), paid=0, debt=Presence.Debt.OPEN)
    played = Tournament.objects.filter(build_counting_filter(Tournament), Exists(unpaid), club=club, archived=None)
    for tournament in played.order_by("-day", "-pk"):
        settings, entries = load_settings(tournament), Presence.objects.filter(round__tournament=tournament)
        if due := compute_fees(entries, settings).due if settings.fee else 0:
            words = _("Entry fees still due: %(due)s.") % {"due": format_cents(due)}
            yield reverse("entrants", args=[tournament.slug]), tournament.name, words


def _list_registrations(club: Club) -> Iterator[Matter]:
    """Yield the tournaments before their first round whose registrations nobody has decided."""
    waiting = Q(applications__decided_as=Application.As.OPEN, applications__invited=None)
    coming = Tournament.objects.filter(waiting, club=club, archived=None, ended=None, frozen=None)
    for tournament in coming.annotate(waiting=Count("applications")).order_by("day", "pk"):
        words = ngettext("%(number)s registration waits", "%(number)s registrations wait", tournament.waiting)
        yield reverse("registration", args=[tournament.slug]), tournament.name, words % {"number": tournament.waiting}


def _list_offers(club: Club) -> Iterator[Matter]:
    if number := count_waiting_offers(club) if club.is_federation else 0:
        words = ngettext("%(number)s result waits", "%(number)s results wait", number) % {"number": number}
        yield reverse("federation_offers"), _("Results for the federation"), words
