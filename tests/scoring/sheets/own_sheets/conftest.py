"""A secretary at the editor of the club's own house rules."""

import uuid

import pytest
from django.urls import reverse

from scoring.models import OwnSheet
from scoring.sheets.own_sheets.draft import ORDERED
from tests.support.accounts import log_in


class Editor:
    """A logged-in browser that presses the buttons of the editor."""

    def __init__(self, client):
        self.client = client
        self.sheet_id = ""

    @property
    def row(self):
        return OwnSheet.objects.get(sheet=self.sheet_id)

    def make(self, name="Beim Adler", taken_from="treffpunkt"):
        sent = {"name": name, "taken_from": taken_from, "key": str(uuid.uuid4())}
        answer = self.client.post(reverse("own_sheets"), sent)
        assert answer.status_code == 302
        self.sheet_id = answer["Location"].split("/")[-2]
        return self

    def address_of_sheet(self):
        return reverse("own_sheet", kwargs={"sheet_id": self.sheet_id})

    def address(self, section, entry=""):
        if entry:
            return reverse("edit_sheet_entry", kwargs={"sheet_id": self.sheet_id, "section": section, "entry": entry})
        return reverse("edit_sheet_part", kwargs={"sheet_id": self.sheet_id, "section": section})

    def read(self, section, entry="", **query):
        """Return what the page of a part would send as it is."""
        shown = self.client.get(self.address(section, entry), query).context["forms"]
        return {
            form.add_prefix(name): "on" if field.initial is True else field.initial
            for form in shown
            for name, field in form.fields.items()
            if field.initial not in (None, False, "", [])
        }

    def set(self, section, entry="", option="", **changes):
        """Change keys of a part and apply its page, all others as they are."""
        changes = changes if entry or section in ORDERED else {f"{section}-{key}": changes[key] for key in changes}
        sent = {**self.read(section, entry, **({"option": option} if option else {})), **changes}
        address = self.address(section, entry) + (f"?option={option}" if option else "")
        sent = {key: value for key, value in sent.items() if value is not None}
        return self.client.post(address, {**sent, "what": "set", "state": self.row.draft_state})

    def press(self, what, **more):
        return self.client.post(
            self.address_of_sheet(),
            {"what": what, "state": self.row.draft_state, **more},
        )

    def save(self, key="1", reason=""):
        return self.press("save", key=key, reason=reason)


@pytest.fixture
def editor(db):
    return Editor(log_in(headers={"accept-language": "de-AT"}))
