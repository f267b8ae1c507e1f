"""The test's view of a page: its fields as a browser would send them, and its text."""

import re
from collections import defaultdict
from html import unescape
from typing import Any

from django.test import Client
from django.urls import reverse

from scoring.models import GameTable

FormFields = dict[str, str]

# Python's own HTML parser takes as long for a page as the program for making it.
ATTRIBUTES = r"""[^>"']*(?:(?:"[^"]*"|'[^']*')[^>"']*)*"""
PIECE = re.compile(
    r"(?P<data>[^<]+)"
    rf"|<(?P<raw>script|style)\b(?P<raw_attributes>{ATTRIBUTES})>.*?</(?P=raw)\s*>"
    rf"|<(?P<end>/?)(?P<tag>[a-z][^\s/>]*)(?P<attributes>{ATTRIBUTES})>"
    r"|<!--.*?-->|<![^>]*>|<",
    re.S | re.I,
)
ATTRIBUTE = re.compile(r"""([^\s=/>"']+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>"']+)))?""")
FIELD_TAGS = {"script", "style", "select", "datalist", "option", "input", "button", "template"}
REFUSED = re.compile(r"[\s\"'](?:on|style)", re.I)  # how the name of an attribute begins that a strict policy refuses


class Page:
    """The fields, scripts and texts of a page; `fields` holds what may be sent for each name."""

    def __init__(self, html: str) -> None:
        self.fields: defaultdict[str, set[str]] = defaultdict(set)
        self.sent: FormFields = {}  # what is sent when nobody touches anything
        self.inline: list[str] = []
        self.texts: list[str] = []
        self._select = ""
        self._templates = 0
        self.html = html
        for data, raw, raw_attributes, end, tag, attributes in PIECE.findall(html):
            if data:
                if not self._templates and (words := unescape(data).split()):
                    self.texts.append(" ".join(words))
            elif not end:
                self._begin((raw or tag).lower(), raw_attributes or attributes)
            elif tag.lower() == "template" and self._templates:
                self._templates -= 1

    @property
    def flat(self) -> str:
        """Return the page without the lines and spaces between its tags."""
        return re.sub(r"> <", "><", " ".join(self.html.split()))

    def _begin(self, tag: str, attributes: str) -> None:
        """Note fields, and whatever a strict policy would not run."""
        if tag not in FIELD_TAGS and not REFUSED.search(attributes):
            return
        found = ATTRIBUTE.findall(attributes)
        values = {name.lower(): unescape(double or single or bare) for name, double, single, bare in found}
        self.inline += [f"{tag} {name}" for name in values if name.startswith("on") or name == "style"]
        data = values.get("type") == "application/json"
        if tag == "style" or (tag == "script" and "src" not in values and not data):
            self.inline.append(tag)
        if tag == "template":
            self._templates += 1
        if tag == "select":
            self._select = values.get("name", "")
        elif tag == "datalist":
            self._select = ""
        elif tag == "option" and self._select:
            self.fields[self._select].add(values.get("value", ""))
            if "selected" in values or self._select not in self.sent:
                self.sent[self._select] = values.get("value", "")
        elif tag in ("input", "button") and "name" in values:
            self._field(tag, values)

    def _field(self, tag: str, values: FormFields) -> None:
        name, kind = values["name"], values.get("type", "text")
        self.fields[name].add(values.get("value", "on" if kind == "checkbox" else ""))
        if tag == "input" and (kind not in ("radio", "checkbox") or "checked" in values):
            self.sent[name] = values.get("value", "on" if kind in ("radio", "checkbox") else "")

    @property
    def text(self) -> str:
        """Everything that people read."""
        return "\n".join(self.texts)

    def fill_form(self, changed: FormFields) -> FormFields:
        """Return the fields of the form after these were tapped and typed; a field that is not there fails."""
        for name, value in changed.items():
            assert name in self.fields, f"the page has no field {name}"
            typed = "points" in name or name.startswith(("claim", "reason"))
            assert typed or value in self.fields[name], f"{name} cannot be {value}: {sorted(self.fields[name])}"
        return {name: value for name, value in {**self.sent, **changed}.items() if name != "next"}


def url(name: str, table: GameTable) -> str:
    """The address of something about a table."""
    return reverse(name, args=[table.slug])


def open_table_page(client: Client, table: GameTable, **headers: Any) -> Page:
    """A table's page."""
    answer = client.get(url("table", table), **headers)
    assert answer.status_code == 200
    return Page(answer.content.decode())


def saved(client: Client, table: GameTable, changed: FormFields) -> Any:
    """The answer to the entry form, filled in on the page as it is now."""
    return client.post(url("save_hand", table), open_table_page(client, table).fill_form(changed))


def words(client: Client, german: str, english: str) -> str:
    """Choose the words in the client's language."""
    return english if client.defaults["HTTP_ACCEPT_LANGUAGE"] == "en" else german
