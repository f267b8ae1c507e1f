"""The routes whose views hash, unpack or wait: found in what the code of each view can reach."""

import types
from collections.abc import Iterator
from functools import partial
from typing import Any

from django.contrib.auth import authenticate, hashers
from django.urls import URLPattern, URLResolver, get_resolver

from tarockclub.platform.server.lazy_views import LazyView
from tarockclub.platform.server.wsgi.turns import give_turn_back

OURS = ("tarockclub.", "scoring.", "tournaments.")
SLOW_CALLS: set[Any] = {give_turn_back, authenticate, hashers.make_password, hashers.check_password}
UPLOADS = "FILES"  # whoever names them of a request unpacks one


def list_waiting_routes() -> set[str]:
    """Return the names of all routes whose views hash, unpack or wait."""
    return {str(pattern.name) for pattern in _iter_patterns(get_resolver()) if _waits(pattern.callback)}


def _iter_patterns(resolver: URLResolver) -> Iterator[URLPattern]:
    for pattern in resolver.url_patterns:
        if isinstance(pattern, URLResolver):
            yield from _iter_patterns(pattern)
        else:
            yield pattern


def _waits(view: Any) -> bool:
    seen: set[int] = set()
    left = [view]
    while left:
        thing = left.pop()
        if isinstance(thing, types.FunctionType) and (thing in SLOW_CALLS or UPLOADS in _list_names(thing.__code__)):
            return True
        if id(thing) not in seen:
            seen.add(id(thing))
            left += _list_reached(thing)
    return False


def _list_reached(thing: Any) -> list[Any]:
    """Return what a view, a function or a class of ours may call."""
    if isinstance(thing, partial):
        return [thing.func, *thing.args]
    if isinstance(thing, LazyView):
        return [thing.view]
    if not str(getattr(thing, "__module__", "")).startswith(OURS):
        return []
    if isinstance(thing, type):
        return [value for value in vars(thing).values() if isinstance(value, types.FunctionType)]
    if not isinstance(thing, types.FunctionType):
        return []
    names = _list_names(thing.__code__)
    known = [thing.__globals__[name] for name in names if name in thing.__globals__]
    modules = [thing for thing in known if isinstance(thing, types.ModuleType) and thing.__name__.startswith(OURS)]
    named = [vars(module)[name] for module in modules for name in names if name in vars(module)]
    return [*known, *named, *(cell.cell_contents for cell in thing.__closure__ or ())]


def _list_names(code: types.CodeType) -> set[str]:
    inner = [_list_names(constant) for constant in code.co_consts if isinstance(constant, types.CodeType)]
    return set(code.co_names).union(*inner)
