"""A secretary at the editor of the club's own house rules."""

import uuid

import pytest
from django.urls import reverse

from scoring.models import OwnSheet
from scoring.sheets.own_sheets.draft import ORDERED, write_file
from scoring.sheets.own_sheets.services import load_draft
from tests.support.accounts import log_in


class Editor:
    """A logged-in browser on the pages that edit an own sheet."""

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

    def address(self, page, option=""):
        """Return the address of a page that edits the sheet: values, rules, order, sentences or text."""
        address = reverse(f"sheet_{page}", args=[self.sheet_id])
        return f"{address}?option={option}" if option else address

    def read(self, page, option=""):
        """Return what a page with values or rules would send as it is."""
        shown = self.client.get(self.address(page, option)).context["forms"]
        return {
            form.add_prefix(name): "on" if field.initial is True else field.initial
            for form in shown
            for name, field in form.fields.items()
            if field.initial not in (None, False, "", [])
        }

    def post(self, page, option="", **sent):
        """Send a page as it is, but for these fields and buttons."""
        sent = {"state": self.row.draft_state, **self.read(page, option), **sent}
        sent = {key: value for key, value in sent.items() if value is not None}
        return self.client.post(self.address(page, option), sent)

    def set(self, path, option="", **changes):
        """Type keys of a part (`contracts/dreier`, `settle`, `sheet` for the top) on its page, and apply it."""
        page = "values" if path.partition("/")[0] in ORDERED else "rules"
        return self.post(page, option, what="set", **{f"{path}-{key}": value for key, value in changes.items()})

    def take(self, lines):
        """Add lines to the sheet as text, and take it into the draft."""
        text = f"{write_file(load_draft(self.row))}\n{lines}"
        sent = {"what": "take", "text": text, "state": self.row.draft_state}
        return self.client.post(self.address("text"), sent)

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
