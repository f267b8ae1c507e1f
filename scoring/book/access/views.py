"""The pages that invite others to the table, each with QR codes: to write, for each player, to watch; who sits here."""

import uuid

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache

from scoring.book.access import links
from scoring.book.access.links import (
    GUESTS,
    NOBODY,
    TableLink,
    build_card,
    build_watch_path,
    find_link_table,
    find_link_token,
    find_own_place,
    list_present_players,
    read_own_person,
    set_link_cookie,
    set_own_seat_cookie,
    set_watch_cookie,
)
from scoring.book.access.permissions import (
    find_reader,
    get_link_secret,
    is_watch_secret,
    may_write,
    render_no_right,
    writers_only,
)
from scoring.book.hooks import list_absent
from scoring.book.ledger.seats import find_game_table, load_seats
from scoring.models import AccessToken, GameTable
from tarockclub.kit.form_fields import IdField, PostedForm, TextField
from tarockclub.kit.typesetting import ONE_OF_MANY
from tarockclub.platform.accounts.devices import build_author
from tarockclub.platform.accounts.rate_limits import (
    MOST_FROM_ADDRESS,
    TooMany,
    attempt,
    build_scope,
    get_client_address,
)
from tarockclub.platform.accounts.secret_links import draw_secret
from tarockclub.platform.clubs.middleware import enter_found_club
from tarockclub.platform.privacy.readers import EVERYBODY


class LinkForm(PostedForm):
    """A new link: beside all others, or in place of them ("replace"); its key is a secret of the page."""

    what = TextField()
    key = TextField()


class OwnSeatForm(PostedForm):
    """The person to whom the phone belongs; 0: nobody."""

    person = IdField(otherwise=-1)


@never_cache
def show_invite(request: HttpRequest, slug: uuid.UUID) -> HttpResponse:
    """Show a table's link to those who may write there; POST replaces it, or creates one for staff without a link."""
    table = find_game_table(slug)
    if request.method == "POST":
        return _make_link(request, table)
    if not may_write(request, table):
        return render_no_right(request, table)
    token = _find_own_token(request, table)
    context = {
        "table": table,
        "names": [seat.name for seat in load_seats(table, find_reader(request, slug)) if seat.until is None],
        "to_write": build_card(request, reverse("enter", args=[get_link_secret(request)])) if token else None,
        "until": token.expires if token else None,
        "key": draw_secret(),
        "was_replaced": "replaced" in request.GET,
    }
    return render(request, "scoring/book/access/invite.html", context)


def _find_own_token(request: HttpRequest, table: GameTable) -> AccessToken | None:
    """Return the token of the phone's link; None for a logged-in user, who may have the cookie of an older one."""
    secret = get_link_secret(request)
    token = links.find_link_token(secret) if secret else None
    return token if token is not None and token.table_id == table.pk else None


@writers_only
def show_own_codes(request: HttpRequest, slug: uuid.UUID) -> HttpResponse:
    """Show a code for each player: the phone that scans it writes at the table and knows whose it is."""
    table = find_game_table(slug)
    secret = get_link_secret(request) if _find_own_token(request, table) else ""
    if not secret:
        return redirect("invite", slug=slug)  # a link is created there
    cards = [
        (player.name, build_card(request, reverse("enter_as", args=[secret, player.place]), ONE_OF_MANY))
        for player in list_present_players(load_seats(table, find_reader(request, slug)))
    ]
    return render(request, "scoring/book/access/own_codes.html", {"table": table, "cards": cards})


@writers_only
def show_watch_code(request: HttpRequest, slug: uuid.UUID) -> HttpResponse:
    """Show the code for guests, apart from those that give the right to write."""
    table = find_game_table(slug)
    context = {
        "table": table,
        "names": [player.name for player in list_present_players(load_seats(table, find_reader(request, slug)))],
        "to_watch": build_card(request, build_watch_path(table), dark=GUESTS),
    }
    return render(request, "scoring/book/access/watch_code.html", context)


@writers_only
def handle_own_seat(request: HttpRequest, slug: uuid.UUID) -> HttpResponse:
    """Ask who sits at this phone; a phone that comes from a link ("new") is asked once."""
    table = find_game_table(slug)
    if "new" in request.GET and read_own_person(request) is not None:
        return redirect("table", slug=slug)
    seats = load_seats(table, find_reader(request, slug))
    present = list_present_players(seats)
    if request.method != "POST":
        absent = list_absent(table)
        offered = [player for player in present if player.person not in absent]
        context = {"table": table, "present": offered, "me": find_own_place(request, seats, None)}
        return render(request, "scoring/book/access/own_seat.html", context)
    person = OwnSeatForm(request.POST).parse()["person"]
    if person not in (NOBODY, *(player.person for player in present)):
        return redirect("own_seat", slug=slug)  # somebody has left the table in the meantime
    response = redirect("table", slug=slug)
    set_own_seat_cookie(response, table, person)
    return response


def _make_link(request: HttpRequest, table: GameTable) -> HttpResponse:
    """Create a new link, for this device too: in place of all existing links, or beside them."""
    content = LinkForm(request.POST).parse()
    replaces, who = content["what"] == "replace", build_author(request)
    if replaces:
        old = get_link_secret(request)
        link = links.replace_links(table, old, content["key"], lambda: may_write(request, table), who)
    else:
        link = links.create_link(table, who) if may_write(request, table) else None
    if link is None:
        return render_no_right(request, table)
    response = redirect("invite", slug=table.slug)
    response["Location"] += "?replaced" if replaces else ""
    set_link_cookie(response, table, link)
    return response


@never_cache
def enter_table(request: HttpRequest, secret: str, place: int | None = None) -> HttpResponse:
    """Let the phone write at the table of this link; opening it again, also by a link preview, changes nothing.

    `place`: of the player to whom the phone belongs from now on; it is asked for otherwise.
    """
    token = find_link_token(secret)
    if token is None:
        return render_unknown_link(request, secret)
    enter_found_club(request, token.table.club_id)
    present = list_present_players(load_seats(token.table, EVERYBODY)) if place is not None else []
    own = next((player for player in present if player.place == place), None)
    response = redirect("own_seat" if own is None else "table", slug=token.table.slug)
    if own is None:
        response["Location"] += "?new"
    else:
        set_own_seat_cookie(response, token.table, own.person)
    set_link_cookie(response, token.table, TableLink(secret, token.expires))
    return _hide_referrer(response)


@never_cache
def watch_table(request: HttpRequest, slug: uuid.UUID, secret: str) -> HttpResponse:
    """Let the phone see the names at a table; with a secret that is none (any more) it sees what everybody may see."""
    table = find_game_table(slug)
    response = redirect("table", slug=slug)
    if is_watch_secret(secret, slug):
        set_watch_cookie(response, table)
    return _hide_referrer(response)


def render_unknown_link(request: HttpRequest, secret: str) -> HttpResponse:
    """Explain a link that is not valid; only these are rate-limited, for all phones may share one address."""
    status, wait = 404, 0
    try:
        attempt([build_scope("link", get_client_address(request), MOST_FROM_ADDRESS)], lambda: None)
    except TooMany as refused:
        status, wait = 429, refused.minutes
    context = {"table": find_link_table(secret) if status == 404 else None, "minutes": wait, "here": "/"}
    response = render(request, "scoring/book/access/unknown_link.html", context, status=status)
    if wait:
        response.headers["Retry-After"] = str(60 * wait)
    return _hide_referrer(response)


def _hide_referrer(response: HttpResponse) -> HttpResponse:
    """Keep the address out of the Referer header of further requests."""
    response.headers["Referrer-Policy"] = "no-referrer"
    return response
