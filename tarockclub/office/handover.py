"""The page for whoever looks after the club next: access, what is open, the last backup, where to read."""

from collections.abc import Iterator

from django.contrib.auth.hashers import UNUSABLE_PASSWORD_PREFIX, make_password
from django.contrib.auth.tokens import default_token_generator
from django.db.models import Count, Exists, OuterRef, Q, QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.book.access.links import QrCard, build_card
from scoring.table.evenings.selectors import load_evenings
from tarockclub.kit.amounts import format_cents
from tarockclub.kit.days import format_day, format_moment
from tarockclub.models import Account, Club
from tarockclub.office.backups.selectors import list_stored
from tarockclub.platform.accounts import services
from tarockclub.platform.accounts.authentication import require_password
from tarockclub.platform.accounts.devices import build_author
from tarockclub.platform.accounts.forms import InvitedForm, LeavingForm
from tarockclub.platform.accounts.permissions import find_rights, get_staff_account
from tarockclub.platform.accounts.rights import Right
from tarockclub.platform.clubs.ownership import build_counting_filter
from tournaments.core.selectors import load_settings
from tournaments.models import Application, Presence, Tournament
from tournaments.people.entrants.fees import compute_fees
from tournaments.seasons.federation.services import count_waiting_offers
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
    for row in load_evenings(club.pk, most_open=None).open:
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
    taking_place = Tournament.objects.filter(archived=None, ended=None, cancelled=None)
    coming = taking_place.filter(waiting, club=club, frozen=None)
    for tournament in coming.annotate(waiting=Count("applications")).order_by("day", "pk"):
        words = ngettext("%(number)s registration waits", "%(number)s registrations wait", tournament.waiting)
        yield reverse("registration", args=[tournament.slug]), tournament.name, words % {"number": tournament.waiting}


def _list_offers(club: Club) -> Iterator[Matter]:
    if number := count_waiting_offers(club) if club.is_federation else 0:
        words = ngettext("%(number)s result waits", "%(number)s results wait", number) % {"number": number}
        yield reverse("federation_offers"), _("Results for the federation"), words


@require_password
def handle_handover(request: HttpRequest) -> HttpResponse:
    """Show what the next one needs; create an account whose owner sets the password, or end that of who goes."""
    club, who = get_staff_account(request).club, build_author(request)
    initial, is_leaving = {"role": Account.Role.SECRETARY}, "leaving" in request.POST
    form = InvitedForm(request.POST if request.method == "POST" and not is_leaving else None, initial=initial)
    may_end_hosts = find_rights(request).has(Right.HOST)
    leaving = LeavingForm(request.POST if is_leaving else None, club=club, may_end_hosts=may_end_hosts)
    if leaving.is_valid():
        try:
            services.end_account(leaving.cleaned_data["leaving"], who)
        except services.LastDirector:
            leaving.add_error("leaving", _("This is the last director: make somebody else a director first."))
        except services.LastHost:
            leaving.add_error("leaving", _("Somebody has to look after the installation: name another host first."))
        else:
            return redirect(f"{reverse('handover')}?saved=1")
    if form.is_valid():
        data, nothing = form.cleaned_data, make_password(None)
        try:
            services.create_account_of_hash(club, data["name"], data["login"], nothing, data["role"], who)
        except services.LoginTaken:
            form.add_error("login", _("This log-in name is already taken: please choose another one."))
        else:
            return redirect(f"{reverse('handover')}?saved=1")
    context = {
        "form": form,
        "leaving": leaving,
        "invited": [(account, _build_link(request, account)) for account in list_without_password(club)],
        "matters": list_open_matters(club),
        "backup": next(iter(list_stored()), None) if find_rights(request).has(Right.KEEP) else None,
        "here": request.path,
    }
    status = 400 if form.is_bound or leaving.is_bound else 200
    return render(request, "tarockclub/office/handover/handover.html", context, status=status)


def _build_link(request: HttpRequest, account: Account) -> QrCard:
    token = default_token_generator.make_token(account)
    return build_card(request, reverse("first_password", args=[account.pk, token]))
