"""What time it is on the server: pages set their clocks by it."""

from django.conf import settings
from django.http import HttpRequest, JsonResponse
from django.views.decorators.http import require_safe

from tarockclub.moment import USUAL, course, now
from tarockclub.sessions import BY_ITSELF


@require_safe
def time(request: HttpRequest) -> JsonResponse:
    """Milliseconds since 1970, and how quickly they pass (1; another number in a demo or a test)."""
    request.META[BY_ITSELF] = True
    runs = USUAL if settings.TIME_FILE is None else course(settings.TIME_FILE)
    response = JsonResponse({"now": in_milliseconds(), "speed": runs.speed})
    response["Cache-Control"] = "no-store"
    return response


def in_milliseconds() -> int:
    """The time, in milliseconds since 1970."""
    return round(now().timestamp() * 1000)
