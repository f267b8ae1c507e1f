"""Rules that somebody has read in from a file: in the session, for the form that begins with them."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse

FORMAT, SEASON = "format", "season"
WORD = "file"  # in the address of such a form, in the place of the word of a format
_KEY = "taken_rules"


def keep_taken(request: HttpRequest, kind: str, settings: str) -> None:
    """Keep settings (JSON text) that were checked, until the same person reads in others."""
    request.session[_KEY] = {**request.session.get(_KEY, {}), kind: settings}


def find_taken(request: HttpRequest, kind: str, word: str) -> str | None:
    """Return the settings that were read in, if a word of an address means these; None otherwise."""
    rules: dict[str, str] = request.session.get(_KEY, {})
    return rules.get(kind) if word == WORD else None


def redirect_to_form(kind: str) -> HttpResponse:
    """Redirect to the form that begins with what was read in."""
    if kind == FORMAT:
        return redirect("prepare_tournament", format_id=WORD)
    return redirect(f"{reverse('new_season')}?ready={WORD}")
