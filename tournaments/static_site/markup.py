"""HTML as a tree of elements that are known to be harmless: everything else is left out.

What is written contains no script, no form, no style, no picture and no address of another site: only elements and
attributes of the lists below, and links to pages beside it. So it may come from anybody.
"""

import re
from collections.abc import Callable
from html import escape
from html.parser import HTMLParser

MOST_ELEMENTS, DEEPEST = 60_000, 60


def _list_words(text: str) -> frozenset[str]:
    return frozenset(text.split())


_DRAWING = "svg g path circle ellipse rect line polyline polygon text tspan title desc"
ELEMENTS = _list_words(
    f"""
    h1 h2 h3 h4 h5 h6 p div span section article header nav ul ol li dl dt dd details summary strong b em i s u
    small sub sup abbr time br hr wbr a figure figcaption blockquote q code kbd pre address aside mark
    table caption thead tbody tfoot tr th td colgroup col {_DRAWING}
    """
)
VOID = _list_words("br hr wbr col")
# Left out together with what is in them; of all other unknown elements the content stays.
_GONE = _list_words(
    """
    script style form button input select textarea template noscript iframe object embed audio video canvas math label
    output progress meter datalist dialog slot head title foreignobject image use defs animate set
    """
)
_WITHOUT_END = _list_words("link meta base input img embed source track area param frame image")
ATTRIBUTES = _list_words(
    """
    class id title lang dir role scope colspan rowspan headers datetime open start value reversed
    viewbox preserveaspectratio width height x y x1 y1 x2 y2 cx cy r rx ry d points transform text-anchor dx dy
    """
)
_CASED = {"viewbox": "viewBox", "preserveaspectratio": "preserveAspectRatio"}  # as they are written in a drawing
_PLAIN_VALUE = re.compile(r"[^<>\"\x00-\x08\x0b\x0c\x0e-\x1f]*\Z")
_ARIA = re.compile(r"aria-[a-z]{3,20}\Z")
_BESIDE = re.compile(r"(?:\.\./){0,6}(?:[a-z0-9@_-][a-z0-9@._-]*/){0,8}[a-z0-9@_-][a-z0-9@._-]*\.html(?:#[\w.:-]+)?\Z")
_WITHIN = re.compile(r"#[\w.:-]*\Z")
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
                found = child if child.name == name else child.find(name)
                if found is not None:
                    return found
        return None

    def get_text(self) -> str:
        """Return the text of this element."""
        return "".join(child if isinstance(child, str) else child.get_text() for child in self.children)


class MarkupError(ValueError):
    """Raised for HTML that is too large, or nested too deeply."""


class _Reader(HTMLParser):
    """A reader of HTML: every element, as it is written; what is not closed ends with what it is in."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.root = Node("", {})
        self._open = [self.root]
        self._count = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Begin an element."""
        self._count += 1
        if self._count > MOST_ELEMENTS or len(self._open) > DEEPEST:
            raise MarkupError
        node = Node(tag, {name: value or "" for name, value in attrs})
        self._open[-1].children.append(node)
        if tag not in VOID and tag not in _WITHOUT_END:
            self._open.append(node)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Take an element without content."""
        self.handle_starttag(tag, attrs)
        if self._open[-1].name == tag and len(self._open) > 1 and tag not in VOID and tag not in _WITHOUT_END:
            self._open.pop()

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
    """Return the elements of a page."""
    reader = _Reader()
    reader.feed(text)
    reader.close()
    return reader.root


Resolve = Callable[[str], str]


def keep_beside(address: str) -> str:
    """Return the address of a link if it leads to a page beside this one; "" for all others.

    >>> keep_beside("../players/7.html"), keep_beside("https://example.org/"), keep_beside("javascript:x.html")
    ('../players/7.html', '', '')
    """
    return address if _BESIDE.match(address) or _WITHIN.match(address) else ""


def clean(node: Node, resolve: Resolve = keep_beside) -> list[Node | str]:
    """Return what is harmless in an element; `resolve` says where a link leads ("": nowhere, only its words stay)."""
    return [part for child in node.children for part in _clean_child(child, resolve)]


def _clean_child(child: Node | str, resolve: Resolve) -> list[Node | str]:
    if isinstance(child, str):
        return [child]
    if "hidden" in child.attributes or "data-served" in child.attributes:
        return []  # only a script would show it, only a server answers it
    if child.name not in ELEMENTS:
        return [] if child.name in _GONE or child.name in _WITHOUT_END else clean(child, resolve)
    made = Node(child.name, {name: value for name, value in child.attributes.items() if _is_harmless(name, value)})
    made.children = clean(child, resolve)
    if child.name == "a":
        return _clean_link(child, made, resolve)
    return [made] if _has_meaning(made) else []


def _is_harmless(name: str, value: str) -> bool:
    return (name in ATTRIBUTES or bool(_ARIA.match(name))) and bool(_PLAIN_VALUE.match(value)) and "url(" not in value


def _clean_link(link: Node, made: Node, resolve: Resolve) -> list[Node | str]:
    """Return a link that leads somewhere; of others the words, of a button nothing."""
    address = resolve(link.attributes.get("href", ""))
    if address:
        made.attributes["href"] = address
        return [made]
    if "button" in made.attributes.get("class", "").split():
        return []
    made.name = "span"
    for name in ("aria-label", "aria-current", "role"):
        made.attributes.pop(name, None)
    return [made] if _has_meaning(made) else []


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
        said = "".join(f' {_CASED.get(name, name)}="{escape(value)}"' for name, value in part.attributes.items())
        pieces.append(f"<{part.name}{said}>")
        if part.name not in VOID:
            _write(part.children, pieces)
            pieces.append(f"</{part.name}>")


def clean_markup(text: str) -> str:
    """Return what is harmless in HTML that somebody has sent.

    >>> clean_markup('<p onclick="x()">Hand <b>7</b><script>x()</script> <a href="https://x.example/">there</a>')
    '<p>Hand <b>7</b> <span>there</span></p>'
    """
    return write_markup(clean(read_markup(text)))
