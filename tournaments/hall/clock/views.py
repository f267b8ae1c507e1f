"""The server's time, by which pages set their clocks; and the decision about a jump of the computer's clock."""

from django.conf import settings
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect

from tarockclub.kit import computer_clock
from tarockclub.kit.preferences import check_own_address
from tarockclub.kit.time_source import REAL_TIME, load_course, now
from tarockclub.platform.accounts.actors import Actor
from tarockclub.platform.accounts.devices import get_device, get_person_id
from tarockclub.platform.accounts.sessions import BY_ITSELF
from tournaments.core.view_helpers import render_page
from tournaments.hall.clock.actions import JumpForm
from tournaments.hall.clock.jumps import accept_new_time


def show_time(request: HttpRequest) -> JsonResponse:
    """Return the milliseconds since 1970, and how quickly they pass (1; another number in a demo or a test)."""
    request.META[BY_ITSELF] = True
    runs = REAL_TIME if settings.TIME_FILE is None else load_course(settings.TIME_FILE)
    answer = {"now": compute_milliseconds(), "speed": runs.speed, "base": computer_clock.get_state().base}
    response = JsonResponse(answer)
    response["Cache-Control"] = "no-store"
    return response


def show_jump(request: HttpRequest) -> HttpResponse:
    """Say by how much the computer's clock has jumped; take its new time over, or stay with the old one."""
    if request.method != "POST":
        return render_page(request, "tournaments/hall/clock/jump.html", {})
    content = JumpForm(request.POST).parse()
    if content["what"]:
        accept_new_time(content["key"], Actor(get_person_id(request), get_device(request), directs=True))
    else:
        computer_clock.get_watched().refuse()
    return redirect(check_own_address(request, content["back"]))


def compute_milliseconds() -> int:
    """Return the time, in milliseconds since 1970."""
    return round(now().timestamp() * 1000)
