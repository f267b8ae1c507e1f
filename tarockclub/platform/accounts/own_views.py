"""The pages of the user's own log-in: devices, programs, and the second factor."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse

from tarockclub.kit.time_source import now
from tarockclub.models import ApiToken
from tarockclub.platform.accounts import api_tokens, sessions
from tarockclub.platform.accounts.club_log import Kind, record_event
from tarockclub.platform.accounts.devices import build_author
from tarockclub.platform.accounts.forms import EndForm
from tarockclub.platform.accounts.permissions import get_staff_account


def handle_own_sessions(request: HttpRequest) -> HttpResponse:
    """Show the user's sessions and programs; each can be ended, and all other sessions at once."""
    account = get_staff_account(request)
    counting = ApiToken.objects.filter(account=account, ended=None, expires__gt=now()).order_by("pk")
    key = request.session.session_key
    if request.method == "POST":
        what, who = EndForm(request.POST).parse()["end"], build_author(request)
        if what.startswith("program-"):
            for token in counting:
                if what == f"program-{token.pk}":
                    api_tokens.end_token(token, who)
        else:
            is_all = what == "others"
            ended = sessions.end_places(account, but=key) if is_all else sessions.end_place(account, what)
            if ended:
                record_event(account.club_id, Kind.LOG_OUT, who, account.person_id, number=ended)
        return redirect(f"{reverse('own_sessions')}?saved=1")
    context = {"places": sessions.list_places(account, key), "programs": counting}
    return render(request, "tarockclub/platform/accounts/own_sessions.html", context)
