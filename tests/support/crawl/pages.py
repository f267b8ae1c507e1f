"""The pages of the site, found by their links, and the forms that stand on them."""

import re
from collections.abc import Iterator, Mapping
from html.parser import HTMLParser
from typing import Any, NamedTuple
from urllib.parse import parse_qsl, urljoin, urlsplit

from django.urls import Resolver404, ResolverMatch, resolve

BUTTONS = ("submit", "image")
TICKS = ("radio", "checkbox")
DAY, TIME = "2027-01-16", "19:30"
EXAMPLES = {"number": "1", "date": DAY, "time": TIME, "color": "#1f3f66", "datetime-local": f"{DAY}T{TIME}"}


class Field(NamedTuple):
    """A field of a form: the values that it offers, and those that are sent as the form stands there."""

    kind: str
    offered: tuple[str, ...]
    sent: tuple[str, ...]


class Form(NamedTuple):
    """A form on a page."""

    page: str
    action: str
    method: str
    fields: dict[str, Field]
    buttons: tuple[tuple[str, str], ...]

    @property
    def sign(self) -> tuple[str, ...]:
        """The route and the names of the fields: forms that differ in numbers only have them in common."""
        names = {re.sub(r"\d+", "#", name) for name in (*self.fields, *(name for name, _value in self.buttons))}
        return find_route(self.action), self.method, *sorted(names)

    def fill(self, chosen: int = 0) -> dict[str, list[str]]:
        """The fields as a browser sends them; what is empty is filled in, with a value that its kind allows."""
        filled = {name: list(field.sent or _fill_field(field)) for name, field in self.fields.items()}
        if self.buttons:
            name, value = self.buttons[chosen % len(self.buttons)]
            filled[name] = [value]
        return {name: values for name, values in filled.items() if values}


def _fill_field(field: Field) -> tuple[str, ...]:
    if field.kind == "checkbox" or not field.offered:
        return ()
    if field.kind in ("radio", "select"):
        return field.offered[-1:]
    return (EXAMPLES.get(field.kind, "Krapfen 7"),)


class PageReader(HTMLParser):
    """The links and the forms of a page."""

    def __init__(self, address: str) -> None:
        super().__init__()
        self.address, self.links = address, list[str]()
        self._forms, self._by_id = list[dict[str, Any]](), dict[str, dict[str, Any]]()
        self._form: dict[str, Any] | None = None
        self._select: dict[str, Any] | None = None
        self._area: dict[str, Any] | None = None

    @property
    def forms(self) -> list[Form]:
        """The forms, with fields that stand elsewhere on the page and name their form."""
        return [_build_form(self.address, raw) for raw in self._forms]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note a link, a form, a field."""
        said = {name: value or "" for name, value in attrs}
        if tag == "a" and "href" in said:
            self.links.append(said["href"])
        elif tag in ("img", "iframe", "link") and (said.get("src") or said.get("href")):
            self.links.append(said.get("src") or said["href"])
        elif tag == "form":
            self._form = self._find_form(said.get("id", "")) if said.get("id") else self._add_form("")
            self._form |= {"action": said.get("action", ""), "method": said.get("method", "get").lower()}
        elif tag == "option" and self._select is not None:
            self._select["offered"].append(said.get("value", ""))
            if "selected" in said:
                self._select["sent"].append(said.get("value", ""))
        elif tag in ("input", "textarea", "select", "button"):
            self._add_field(tag, said)

    def handle_endtag(self, tag: str) -> None:
        """End a form, or a field."""
        if tag == "form":
            self._form = None
        elif tag == "select":
            self._select = None
        elif tag == "textarea":
            self._area = None

    def handle_data(self, data: str) -> None:
        """Note what stands in a field of several lines."""
        if self._area is not None and data.strip():
            self._area["sent"] = [self._area["sent"][0] + data if self._area["sent"] else data]

    def _add_field(self, tag: str, said: Mapping[str, str]) -> None:
        form = self._find_form(said["form"]) if said.get("form") else self._form
        name, kind = said.get("name", ""), said.get("type", "submit" if tag == "button" else "text").lower()
        if form is None:
            return
        if kind in BUTTONS:
            if said.get("formaction"):
                self.links.append(said["formaction"])
            if name:
                form["buttons"].append((name, said.get("value", "")))
            return
        if not name:
            return
        kind = tag if tag in ("select", "textarea") else kind
        field = form["fields"].setdefault(name, {"kind": kind, "offered": [], "sent": []})
        if tag == "select":
            self._select = field
        elif tag == "textarea":
            field["offered"].append("")
            self._area = field
        else:
            field["offered"].append(said.get("value", "on" if kind in TICKS else ""))
            if said.get("value" if kind not in TICKS else "checked") or (kind in TICKS and "checked" in said):
                field["sent"].append(field["offered"][-1])

    def _add_form(self, name: str) -> dict[str, Any]:
        form: dict[str, Any] = {"action": "", "method": "get", "fields": {}, "buttons": []}
        self._forms.append(form)
        if name:
            self._by_id[name] = form
        return form

    def _find_form(self, name: str) -> dict[str, Any]:
        return self._by_id.get(name) or self._add_form(name)


def _build_form(page: str, raw: dict[str, Any]) -> Form:
    fields = {
        name: Field(field["kind"], tuple(field["offered"]), tuple(field["sent"]))
        for name, field in raw["fields"].items()
    }
    return Form(page, join_address(page, raw["action"]), raw["method"], fields, tuple(raw["buttons"]))


def join_address(page: str, link: str) -> str:
    """The address of a link; empty if it leads elsewhere."""
    try:
        parts = urlsplit(urljoin(f"//here{page}", link))
    except ValueError:
        return ""
    if parts.netloc != "here" or parts.scheme not in ("", "http", "https"):
        return ""
    return f"{parts.path}?{parts.query}" if parts.query else parts.path


def find_match(address: str) -> ResolverMatch | None:
    """The route of an address."""
    try:
        return resolve(urlsplit(address).path)
    except Resolver404:
        return None


def find_route(address: str) -> str:
    """The name of the route of an address; "": there is none."""
    found = find_match(address)
    return found.url_name or "" if found else ""


def list_query(address: str) -> Iterator[tuple[str, str]]:
    """The names and values behind the question mark of an address."""
    yield from parse_qsl(urlsplit(address).query, keep_blank_values=True)
