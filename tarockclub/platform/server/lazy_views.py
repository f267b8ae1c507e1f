"""Views imported with their first request, so that neither a command nor the first page waits for all the others."""

import gc
import sys
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from functools import cached_property
from importlib import import_module
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.urls import URLPattern, URLResolver, get_resolver

from tarockclub.platform.server.wsgi.turns import Turns

LOAD_SHARE, LOAD_PAUSE = 5, 0.02  # of the time for loading views while the server runs: a fifth; seconds between two
SWITCH_SECONDS = 0.0005  # a waiting thread gets Python's lock this soon: reading and sending must not wait


class LazyView:
    """A view whose module is imported when it is first needed."""

    def __init__(self, module: str, name: str) -> None:
        # Django names a view by these, without calling it.
        self.__module__, self.__name__, self.__qualname__ = module, name, name

    @cached_property
    def view(self) -> Callable[..., HttpResponse]:
        """The view itself."""
        view: Callable[..., HttpResponse] = getattr(import_module(self.__module__), self.__name__)
        return view

    def __call__(self, *args: Any, **kwargs: Any) -> HttpResponse:
        """Answer a request."""
        return self.view(*args, **kwargs)

    def load(self) -> None:
        """Import the view."""
        _ = self.view

    @property
    def csrf_exempt(self) -> bool:
        """True if Django's check of forms leaves the view alone."""
        return getattr(self.view, "csrf_exempt", False)

    @property
    def takes_uploads(self) -> bool:
        """True if the view accepts uploads (tarockclub.platform.server.wsgi.uploads)."""
        return getattr(self.view, "takes_uploads", False)


class LazyViewOrJson(LazyView):
    """A view of forms, and beside it the one that gets what is sent to the same address as JSON."""

    def __init__(self, form: LazyView, json: LazyView) -> None:
        super().__init__(form.__module__, form.__name__)
        self._json = json

    def __call__(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        """Answer a request by the type of its body."""
        view = self._json.view if request.content_type == "application/json" else self.view
        return view(request, *args, **kwargs)

    def load(self) -> None:
        """Import both views."""
        super().load()
        self._json.load()


class LazyViews:
    """The views of a module, as an urls.py names them."""

    def __init__(self, module: str) -> None:
        self._module = module

    def __getattr__(self, name: str) -> LazyView:
        """Return a view of the module; whether there is one with this name is seen when it is loaded."""
        return LazyView(self._module, name)


def load_views(patterns: Iterable[URLPattern | URLResolver]) -> Iterator[LazyView]:
    """Load the views of addresses, one with each step."""
    for pattern in patterns:
        if isinstance(pattern, URLResolver):
            yield from load_views(pattern.url_patterns)
        elif isinstance(pattern.callback, LazyView):
            pattern.callback.load()
            yield pattern.callback


def load_views_beside(turns: Turns) -> None:
    """Load every page while a server runs, each in a turn, so that only the very first readers wait for theirs."""
    sys.setswitchinterval(SWITCH_SECONDS)

    def load() -> None:
        for name in settings.LOADED_FIRST:  # takes a second, of which nobody waits for a turn
            import_module(name)
        rest, is_over = load_views(get_resolver().url_patterns), False
        while not is_over:
            turns.take()
            began = time.monotonic()
            try:
                is_over = next(rest, None) is None
            finally:
                turns.leave()
            time.sleep(max(LOAD_PAUSE, (LOAD_SHARE - 1) * (time.monotonic() - began)))
        # Whatever is loaded now stays: the garbage collector need not visit it while hands are saved.
        gc.collect()
        gc.freeze()

    threading.Thread(target=load, name="load", daemon=True).start()
