"""What pages of a tournament have in common: whose it is, the key of their forms, what is said after a form."""

import uuid
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse

from tarockclub.accounts.actors import Who
from tarockclub.accounts.devices import device_of, person_of
from tarockclub.accounts.permissions import must_be_own
from tournaments.acts import Refused
from tournaments.messages import sentence
from tournaments.models import Tournament
from tournaments.selectors import Found, round_at, tournament_at


def own(request: HttpRequest, slug: uuid.UUID, *, deleted: bool = False) -> Tournament:
    """The tournament of an address, if it is one of the own club; otherwise 404; `deleted` as of tournament_at."""
    tournament = tournament_at(slug, deleted=deleted)
    must_be_own(request, tournament.club_id)
    return tournament


def own_round(request: HttpRequest, slug: uuid.UUID, number: int) -> Found:
    """Return a round of a tournament of the own club; otherwise 404."""
    found = round_at(slug, number)
    must_be_own(request, found.tournament.club_id)
    return found


def acting_director(request: HttpRequest) -> Who:
    """Return the actor of a view that is for directors of the tournament's club only."""
    return Who(person_of(request), device_of(request), directs=True)


def fresh_key() -> str:
    """The key of a form: what is sent twice with it is done once."""
    return str(uuid.uuid4())


def key_in(request: HttpRequest) -> str:
    """The key that came with a form."""
    return request.POST.get("key", "")


def ids_in(texts: list[str]) -> list[int]:
    """Ids as a form sends them; what is no number, or no sensible one, is nobody's."""
    return [int(text) for text in texts if text.isascii() and text.isdigit() and len(text) < 16]


def saved(to: str, **arguments: Any) -> HttpResponse:
    """Lead to a page that says that something was done."""
    return redirect(f"{reverse(to, kwargs=arguments)}?saved=1")


def page(request: HttpRequest, template: str, context: dict[str, Any], status: int = 200) -> HttpResponse:
    """A page of a tournament, with a fresh key for its forms."""
    context = {"key": fresh_key(), "here": request.path, **context}
    return render(request, f"tournaments/{template}.html", context, status=status)


def problem_of(refused: Refused) -> dict[str, str]:
    """What a page shows of something that could not be done."""
    return {"problem": sentence(refused)}
