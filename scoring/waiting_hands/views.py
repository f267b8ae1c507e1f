"""The page where director or secretary read in what waits on a phone that does not reach the program any more."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from scoring.waiting_hands.services import foreseen, read_in
from scoring.waiting_hands.text import MARK
from tarockclub.accounts.actors import Who
from tarockclub.accounts.devices import device_of, person_of
from tarockclub.accounts.permissions import staff_of, staff_only
from tarockclub.language import language

LONGEST = 64 * 1024  # characters; some two hundred hands
MOST_HANDS = 500


@require_http_methods(["GET", "HEAD", "POST"])
@staff_only
def read_in_page(request: HttpRequest) -> HttpResponse:
    """A text is pasted, then shown what would become of the hands in it, then read in."""
    if request.method != "POST":
        return _page(request)
    text = request.POST.get("text", "")
    if problem := _problem(text):
        return _page(request, text, problem=problem)
    writes = request.POST.get("what") == "write"
    who = Who(person_of(request), device_of(request))
    found = (read_in if writes else foreseen)(text, staff_of(request).club_id, who, language())
    return _page(request, "" if writes else text, found=found, written=writes)


def _problem(text: str) -> str:
    """What keeps a text from being read at all."""
    if len(text) > LONGEST or len(MARK.findall(text)) > MOST_HANDS:
        return _("This is too much at once: paste it in parts.")
    if not MARK.search(text):
        return _("There is no waiting hand in this text. Each begins with TAROCK1/.")
    return ""


def _page(request: HttpRequest, text: str = "", problem: str = "", **more: object) -> HttpResponse:
    context = {"text": text, "problem": problem, **more}
    return render(request, "scoring/waiting_hands/read_in.html", context, status=400 if problem else 200)
