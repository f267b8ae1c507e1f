"""Pages that accept bodies larger than any form: these are read only after the page has admitted the client."""

from collections.abc import Callable
from functools import wraps
from typing import Any, Concatenate, ParamSpec

from django.http import HttpRequest, HttpResponse

P = ParamSpec("P")
ASKED_FLAG = "tarockclub.asked"  # in the META of a request whose body has not been read yet
ACCEPT_STATUS = 204


def take_large(most: int) -> Callable[..., Any]:
    """Let a page accept bodies of this many bytes. Put it below the page's checks, which run first, without the body.

    A request with a still larger body reaches the page without it; the page has to report that itself.
    """

    def decorate(view: Callable[Concatenate[HttpRequest, P], HttpResponse]) -> Callable[..., HttpResponse]:
        @wraps(view)
        def take_body(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
            if ASKED_FLAG in request.META and int(request.META["CONTENT_LENGTH"]) <= most:
                return HttpResponse(status=ACCEPT_STATUS)
            return view(request, *args, **kwargs)

        take_body.takes_large = True  # type: ignore[attr-defined]
        return take_body

    return decorate
