"""Pages that take more than any form has: their bodies are read only after the page itself has let somebody in."""

from collections.abc import Callable
from functools import wraps
from typing import Any, Concatenate, ParamSpec

from django.http import HttpRequest, HttpResponse
from django.urls import Resolver404, resolve

P = ParamSpec("P")
ASKED_FLAG = "tarockclub.asked"  # in the META of a request whose body has not been read yet
ACCEPT_STATUS = 204


def take_large(most: int) -> Callable[..., Any]:
    """Let a page take bodies of so many bytes. It goes below what guards the page, which is asked first, without body.

    What is larger still comes to the page without its body; it has to say so itself.
    """

    def decorate(view: Callable[Concatenate[HttpRequest, P], HttpResponse]) -> Callable[..., HttpResponse]:
        @wraps(view)
        def asked(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
            if ASKED_FLAG in request.META and int(request.META["CONTENT_LENGTH"]) <= most:
                return HttpResponse(status=ACCEPT_STATUS)
            return view(request, *args, **kwargs)

        asked.takes_large = True  # type: ignore[attr-defined]
        return asked

    return decorate


def may_be_large(path: str) -> bool:
    """Say whether the page at an address takes large bodies."""
    try:
        return bool(getattr(resolve(path).func, "takes_large", False))
    except Resolver404:
        return False
