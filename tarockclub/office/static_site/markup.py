"""Our own pages, as visitors get them, as trees of elements: without what needs a server or script, links changed."""

import re
from collections.abc import Callable
from html import escape
from html.parser import HTMLParser
from io import BytesIO
from typing import NamedTuple
from urllib.parse import urlsplit

from django.contrib.auth.models import AnonymousUser
from django.core.exceptions import PermissionDenied
from django.core.handlers.wsgi import WSGIRequest
from django.http import Http404, HttpRequest
from django.http.response import HttpResponse
from django.urls import Resolver404, get_script_prefix, resolve, set_script_prefix
from django.utils.translation import override

from tarockclub.models import Club
from tarockclub.platform.clubs.current_club import note_addressed_club
from tarockclub.platform.server.page_cache import read_newest
from tarockclub.platform.server.static_files import CLUB, GROUPS


def _list_words(text: str) -> frozenset[str]:
    return frozenset(text.split())


VOID = _list_words("br hr wbr col link meta base input img embed source track area")
# Left out together with what is in them.
_NEEDS_SERVER = _list_words(
    "script style form button input select textarea template label output progress dialog img link meta"
)
_ATTRIBUTES = _list_words(
    """
    class id title lang dir role scope colspan rowspan headers datetime open start value reversed
    viewbox preserveaspectratio width height x y x1 y1 x2 y2 cx cy r rx ry d points transform text-anchor dx dy
    """
)
_CASED = {"viewbox": "viewBox", "preserveaspectratio": "preserveAspectRatio"}  # as they are written in a drawing
# They mean nothing when nothing is left in them.
_CONTAINERS = _list_words(
    "title desc p ul ol li dl nav div section details figure article header aside a span small strong"
)


class Node:
    """An element with its attributes and content; the root has no name."""

    __slots__ = ("attributes", "children", "name")

    def __init__(self, name: str, attributes: dict[str, str]) -> None:
        self.name, self.attributes = name, attributes
        self.children: list[Node | str] = []

    def find(self, name: str) -> "Node | None":
        """Return the first element of this name within this one."""
        for child in self.children:
            if isinstance(child, Node):
                node = child if child.name == name else child.find(name)
                if node is not None:
                    return node
        return None

    def get_text(self) -> str:
        """Return the text of this element."""
        return "".join(child if isinstance(child, str) else child.get_text() for child in self.children)


class _Reader(HTMLParser):
    """A reader of HTML: every element, as it is written; what is not closed ends with what it is in."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.root = Node("", {})
        self._open = [self.root]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Begin an element."""
        node = Node(tag, {name: value or "" for name, value in attrs})
        self._open[-1].children.append(node)
        if tag not in VOID:
            self._open.append(node)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Take an element without content."""
        self.handle_starttag(tag, attrs)
        self.handle_endtag(tag)

    def handle_endtag(self, tag: str) -> None:
        """End an element, and what has been left open in it; an end without a beginning is nothing."""
        for place in range(len(self._open) - 1, 0, -1):
            if self._open[place].name == tag:
                del self._open[place:]
                return

    def handle_data(self, data: str) -> None:
        """Take text."""
        self._open[-1].children.append(data)


def read_markup(text: str) -> Node:
    """Return the elements of one of our pages; of what others send, nothing is read here: the time has no bound."""
    reader = _Reader()
    reader.feed(text)
    reader.close()
    return reader.root


Resolve = Callable[[str], str]


def clean(node: Node, resolve: Resolve) -> list[Node | str]:
    """Return what works in a file; `resolve` says where a link leads ("": nowhere, only its words stay)."""
    return [part for child in node.children for part in _clean_child(child, resolve)]


def _clean_child(child: Node | str, resolve: Resolve) -> list[Node | str]:
    if isinstance(child, str):
        return [child]
    if child.name in _NEEDS_SERVER or "hidden" in child.attributes or "data-served" in child.attributes:
        return []  # only a script would show it, only a server answers it
    names = (name for name in child.attributes if name in _ATTRIBUTES or name.startswith("aria-"))
    node = Node(child.name, {name: child.attributes[name] for name in names})
    node.children = clean(child, resolve)
    if child.name == "a":
        return _clean_link(child, node, resolve)
    return [node] if _has_meaning(node) else []


def _clean_link(link: Node, node: Node, resolve: Resolve) -> list[Node | str]:
    """Return a link that leads somewhere; of others the words, of a button nothing."""
    address = resolve(link.attributes.get("href", ""))
    if address:
        node.attributes["href"] = address
        return [node]
    if "button" in node.attributes.get("class", "").split():
        return []
    node.name = "span"
    for name in ("aria-label", "aria-current", "role"):
        node.attributes.pop(name, None)
    return [node] if _has_meaning(node) else []


def _has_meaning(node: Node) -> bool:
    if node.name not in _CONTAINERS:
        return True
    parts = [part for part in node.children if not isinstance(part, str) or part.strip()]
    if node.name == "nav":
        return node.find("a") is not None
    if node.name == "details":
        return any(isinstance(part, str) or part.name != "summary" for part in parts)
    return bool(parts) or "id" in node.attributes


def write_markup(parts: list[Node | str]) -> str:
    """Return elements as HTML."""
    pieces: list[str] = []
    _write(parts, pieces)
    return "".join(pieces)


def _write(parts: list[Node | str], pieces: list[str]) -> None:
    for part in parts:
        if isinstance(part, str):
            pieces.append(escape(part, quote=False))
            continue
        attributes = "".join(f' {_CASED.get(name, name)}="{escape(value)}"' for name, value in part.attributes.items())
        pieces.append(f"<{part.name}{attributes}>")
        if part.name not in VOID:
            _write(part.children, pieces)
            pieces.append(f"</{part.name}>")


_STYLE = re.compile(r"tarockclub/([a-z]+)_usual\.")


class RenderedPage(NamedTuple):
    """A page before its links are looked at."""

    title: str
    style: str  # the group of its stylesheet
    main: Node
    address: str = ""  # where it stands


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


# To these pages of everybody other addresses lead on; all others that lead on lead to the log-in.
_LED_TO = frozenset({"edition", "season_standing"})


def render_public(path: str, language: str, club: Club) -> RenderedPage | None:
    """Return a page as everybody sees it, or the one to which its address leads on; None if there is none for them."""
    before = get_script_prefix()
    set_script_prefix("/")
    try:
        with override(language), read_newest():
            response = _answer(build_request(path, club))
            target = urlsplit(response.get("Location", ""))
            if target.path and resolve(target.path).url_name in _LED_TO:
                path = target._replace(fragment="").geturl()
                response = _answer(build_request(path, club))
            if response.status_code != 200 or not str(response["Content-Type"]).startswith("text/html"):
                return None
            page = _read_page(response.content.decode())
            return page and page._replace(address=path)
    except (Http404, Resolver404, PermissionDenied):
        return None
    finally:
        set_script_prefix(before)


def _answer(request: HttpRequest) -> HttpResponse:
    match = resolve(request.path_info)
    request.resolver_match = match
    response: HttpResponse = match.func(request, *match.args, **match.kwargs)
    return response


def _read_page(text: str) -> RenderedPage | None:
    root = read_markup(text)
    title, main = root.find("title"), root.find("main")
    if main is None:
        return None
    style = _STYLE.search(text)
    group = style[1] if style and style[1] in GROUPS else CLUB
    return RenderedPage(title.get_text().strip() if title else "", group, main)
