"""The state of the server for load balancers and whoever watches it (docs/operations.md)."""

from collections.abc import Callable

from django.db import DatabaseError, connection
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils.cache import add_never_cache_headers
from django.views.decorators.http import require_safe

from tarockclub.platform.clubs.scope import enter_all_clubs
from tarockclub.platform.server.wsgi.turns import ENDING, LIVE, OVERLOADED, READY

SIGN_OF_LIFE = b"live\n"
Answering = Callable[[HttpRequest], HttpResponse]


@require_safe
def show_live(request: HttpRequest) -> HttpResponse:
    """Answer that a worker answers."""
    return HttpResponse(SIGN_OF_LIFE, content_type="text/plain")


class Readiness:
    """The knowledge of a worker that its database once had all migrations: a later one is for newer programs."""

    def __init__(self) -> None:
        self._was_migrated = False
        self._is_keeping_apart: bool | None = None  # not asked yet

    def find_obstacle(self, request: HttpRequest) -> str:
        """Return a word for the reason why requests should go elsewhere; "" if there is none."""
        from tarockclub.platform.server.database_state import find_start_obstacle  # needs all of Django's migrations

        if request.META.get(ENDING):
            return "ending"
        if request.META.get(OVERLOADED):
            return "overloaded"
        try:
            with connection.cursor() as cursor:
                cursor.execute("SELECT 1")
            self._was_migrated = self._was_migrated or not find_start_obstacle()
        except DatabaseError:
            return "database"
        return "" if self._was_migrated else "migrations"

    def is_keeping_clubs_apart(self) -> bool:
        """Return False if the role of the database sees the rows of all clubs whatever is asked; asked for once."""
        if self._is_keeping_apart is None:
            from tarockclub.platform.clubs.row_security import find_bypass  # needs the models

            self._is_keeping_apart = not find_bypass(connection)
        return self._is_keeping_apart


def build_ready_view() -> Answering:
    """Return the view that says whether this worker should get requests."""
    readiness = Readiness()

    @require_safe
    def show_ready(request: HttpRequest) -> HttpResponse:
        obstacle = readiness.find_obstacle(request)
        content = {"ready": not obstacle, "reason": obstacle}
        if not obstacle and not readiness.is_keeping_clubs_apart():
            content["row_security"] = "off"
        return JsonResponse(content, status=503 if obstacle else 200)

    return show_ready


class MonitoringMiddleware:
    """Answers these requests, and passes all others on."""

    def __init__(self, get_response: Answering) -> None:
        self._views = {LIVE: show_live, READY: build_ready_view()}
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer a request, or pass it on."""
        view = self._views.get(request.path_info)
        if view is None:
            return self._get_response(request)
        with enter_all_clubs():
            answer = view(request)
        add_never_cache_headers(answer)
        answer.headers["Content-Length"] = str(len(answer.content))  # no other middleware sees it
        return answer
