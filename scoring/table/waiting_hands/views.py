"""The page where staff read in hands that wait on a phone without a connection to the program."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from scoring.table.waiting_hands.services import MARK, preview_hands, take_hands
from tarockclub.kit.form_fields import PostedForm, TextField
from tarockclub.kit.words import get_current_language
from tarockclub.platform.accounts.actors import Actor
from tarockclub.platform.accounts.devices import get_device, get_person_id
from tarockclub.platform.accounts.permissions import get_staff_account

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
