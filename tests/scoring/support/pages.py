"""What a test sees of a page: its fields as a browser would send them, and what stands on it."""

from collections import defaultdict
from html.parser import HTMLParser
from typing import Any

from django.test import Client
from django.urls import reverse

from scoring.models import GameTable

Posted = dict[str, str]


class Page(HTMLParser):
    """The fields, scripts and texts of a page; `fields` holds what may be sent for each name."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.fields: defaultdict[str, set[str]] = defaultdict(set)
        self.sent: Posted = {}  # what is sent when nobody touches anything
        self.inline: list[str] = []
        self.texts: list[str] = []
        self._select = ""
        self._inside: list[str] = []
        self.html = html
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note fields, and whatever a strict policy would not run."""
        values = {name: value or "" for name, value in attrs}
        self.inline += [f"{tag} {name}" for name in values if name.startswith("on") or name == "style"]
        data = values.get("type") == "application/json"
        if tag == "style" or (tag == "script" and "src" not in values and not data):
            self.inline.append(tag)
        if tag in ("script", "style", "template"):
            self._inside.append(tag)
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

    def _field(self, tag: str, values: Posted) -> None:
        name, kind = values["name"], values.get("type", "text")
        self.fields[name].add(values.get("value", "on" if kind == "checkbox" else ""))
        if tag == "input" and (kind not in ("radio", "checkbox") or "checked" in values):
            self.sent[name] = values.get("value", "on" if kind in ("radio", "checkbox") else "")

    def handle_endtag(self, tag: str) -> None:
        """Leave a script, or what only a script shows."""
        if self._inside and self._inside[-1] == tag:
            self._inside.pop()

    def handle_data(self, data: str) -> None:
        """Note what people read."""
        if not self._inside and data.strip():
            self.texts.append(" ".join(data.split()))

    @property
    def text(self) -> str:
        """Everything that people read."""
        return "\n".join(self.texts)

    def filled(self, changed: Posted) -> Posted:
        """What the form sends after these fields were tapped and typed; a field that is not there fails."""
        for name, value in changed.items():
            assert name in self.fields, f"the page has no field {name}"
            typed = "points" in name or name.startswith(("claim", "reason"))
            assert typed or value in self.fields[name], f"{name} cannot be {value}: {sorted(self.fields[name])}"
        return {name: value for name, value in {**self.sent, **changed}.items() if name != "next"}


def url(name: str, table: GameTable) -> str:
    """The address of something about a table."""
    return reverse(name, args=[table.slug])


def opened(client: Client, table: GameTable, **headers: Any) -> Page:
    """A table's page."""
    answer = client.get(url("table", table), **headers)
    assert answer.status_code == 200
    return Page(answer.content.decode())


def saved(client: Client, table: GameTable, changed: Posted) -> Any:
    """The answer to the entry form, filled in on the page as it is now."""
    return client.post(url("save_hand", table), opened(client, table).filled(changed))


def words(client: Client, german: str, english: str) -> str:
    """Choose the words in the client's language."""
    return english if client.defaults["HTTP_ACCEPT_LANGUAGE"] == "en" else german
