"""A public page as somebody gets it who is not logged in: by its own view and template."""

import re
from io import BytesIO
from typing import NamedTuple

from django.contrib.auth.models import AnonymousUser
from django.core.exceptions import PermissionDenied
from django.core.handlers.wsgi import WSGIRequest
from django.http import Http404, HttpRequest
from django.urls import Resolver404, get_script_prefix, resolve, set_script_prefix
from django.utils.translation import override

from tarockclub.models import Club
from tarockclub.office.static_site.markup import Node, read_markup
from tarockclub.platform.clubs.current_club import note_addressed_club
from tarockclub.platform.server.page_cache import read_newest
from tarockclub.platform.server.style_parts import CLUB, GROUPS

_STYLE = re.compile(r"tarockclub/([a-z]+)_usual\.")


class RenderedPage(NamedTuple):
    """A page before its links are looked at."""

    title: str
    style: str  # the group of its stylesheet
    main: Node


def build_request(path: str, club: Club) -> HttpRequest:
    """Return the request of a visitor without any cookie."""
    path, _sign, query = path.partition("?")
    request = WSGIRequest(
        {
            "REQUEST_METHOD": "GET",
            "PATH_INFO": path,
            "QUERY_STRING": query,
            "SERVER_NAME": "localhost",
            "SERVER_PORT": "80",
            "SERVER_PROTOCOL": "HTTP/1.1",
            "wsgi.version": (1, 0),
            "wsgi.url_scheme": "http",
            "wsgi.input": BytesIO(),
        }
    )
    request.user = AnonymousUser()
    note_addressed_club(request, club)
    return request


def render_public(path: str, language: str, club: Club) -> RenderedPage | None:
    """Return a page as everybody sees it; None if there is nothing for everybody at this address."""
    before = get_script_prefix()
    set_script_prefix("/")
    try:
        with override(language), read_newest():
            request = build_request(path, club)
            match = resolve(request.path_info)
            request.resolver_match = match
            response = match.func(request, *match.args, **match.kwargs)
            if response.status_code != 200 or not str(response["Content-Type"]).startswith("text/html"):
                return None
            return _read_page(response.content.decode())
    except (Http404, Resolver404, PermissionDenied):
        return None
    finally:
        set_script_prefix(before)


def _read_page(text: str) -> RenderedPage | None:
    root = read_markup(text)
    title, main = root.find("title"), root.find("main")
    if main is None:
        return None
    style = _STYLE.search(text)
    group = style[1] if style and style[1] in GROUPS else CLUB
    return RenderedPage(title.get_text().strip() if title else "", group, main)
