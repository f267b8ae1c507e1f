"""The page for whoever looks after the club next: access, what is open, the last backup, where to read."""

from django.contrib.auth.hashers import make_password
from django.contrib.auth.tokens import default_token_generator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _

from scoring.book.access.links import QrCard, build_card
from tarockclub.models import Account
from tarockclub.office.backups.selectors import list_stored
from tarockclub.office.handover.selectors import list_open_matters, list_without_password
from tarockclub.platform.accounts import services
from tarockclub.platform.accounts.confirmation import require_password
from tarockclub.platform.accounts.devices import build_author
from tarockclub.platform.accounts.forms import InvitedForm, LeavingForm
from tarockclub.platform.accounts.permissions import find_rights, get_staff_account
from tarockclub.platform.accounts.rights import Right


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
