"""The page where staff read in hands that wait on a phone without a connection to the program."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from scoring.book.access.links import find_link_token
from scoring.book.access.views import render_unknown_link
from scoring.table.waiting_hands.services import (
    MARK,
    WaitingHand,
    preview_hands,
    read_hands,
    take_hands,
    write_line,
)
from tarockclub.kit.form_fields import PostedForm, TextField
from tarockclub.kit.words import get_current_language
from tarockclub.platform.accounts.actors import Actor
from tarockclub.platform.accounts.devices import get_device, get_person_id
from tarockclub.platform.accounts.permissions import get_staff_account
from tarockclub.platform.clubs.middleware import enter_found_club
from tarockclub.platform.server.stand_by import LaptopPart, load_stand_by, refuse_on_other

LONGEST = 64 * 1024  # characters; some two hundred hands
MOST_HANDS = 500


class WaitingHandsForm(PostedForm):
    """The pasted text; `what`: "write" reads its hands in, anything else shows what would become of them."""

    text = TextField()
    what = TextField()


def handle_waiting_hands(request: HttpRequest) -> HttpResponse:
    """Accept a pasted text, show the results its hands would have, then read them in."""
    if request.method != "POST":
        return _render_page(request)
    content = WaitingHandsForm(request.POST).parse()
    text, writes = content["text"], content["what"] == "write"
    if problem := _find_problem(text):
        return _render_page(request, text, problem=problem)
    who = Actor(get_person_id(request), get_device(request))
    result = (take_hands if writes else preview_hands)(
        text, get_staff_account(request).club_id, who, get_current_language()
    )
    return _render_page(request, "" if writes else text, found=result, written=writes)


class OwnHandsForm(PostedForm):
    """The hands that a phone brings from the laptop that was first before."""

    hands = TextField()


def handle_brought_hands(request: HttpRequest, secret: str) -> HttpResponse:
    """Show the hands that a phone brings to its table here, by the table's link, and take them."""
    token = find_link_token(secret)
    if token is None:
        row = load_stand_by()
        return render_unknown_link(request, secret) if row.part is LaptopPart.FIRST else refuse_on_other(request, row)
    enter_found_club(request, token.table.club_id)
    writes = request.method == "POST"
    text = OwnHandsForm(request.POST if writes else request.GET).parse()["hands"]
    problem = _find_problem(text)
    hands = [hand for hand in read_hands("" if problem else text) if isinstance(hand, WaitingHand)]
    own = "\n".join(write_line(hand) for hand in hands if hand.slug == token.table.slug)
    who = Actor(get_person_id(request), get_device(request))
    result = (take_hands if writes else preview_hands)(own, token.table.club_id, who, get_current_language())
    return _render_page(request, own, problem=problem, found=result, written=writes, secret=secret)


def _find_problem(text: str) -> str:
    """Return the reason not to read a text at all; empty if there is none."""
    if len(text) > LONGEST or len(MARK.findall(text)) > MOST_HANDS:
        return _("This is too much at once: paste it in parts.")
    if not MARK.search(text):
        return _("There is no waiting hand in this text. Each begins with TAROCK1/.")
    return ""


def _render_page(request: HttpRequest, text: str = "", problem: str = "", **extra: object) -> HttpResponse:
    context = {"text": text, "problem": problem, **extra}
    return render(request, "scoring/table/waiting_hands/read_in.html", context, status=400 if problem else 200)
