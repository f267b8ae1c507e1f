"""The forms of the list of participants, of the page of one, and of a substitution."""

from typing import Any

from django.http import QueryDict

from tarockclub.kit.form_fields import CleanTextField, IdField, IdsField, TextField, TickField
from tarockclub.kit.text import clean_text
from tarockclub.models import NAME_LENGTH
from tournaments.core.forms import ActionForm, PersonNameField

LONGEST_SEARCH = 80


class SearchField(CleanTextField):
    """A typed search; only its beginning counts."""

    def to_python(self, value: Any) -> Any:
        """Return the cleaned beginning."""
        return clean_text(str(value or "")[:LONGEST_SEARCH])


class ListForm(ActionForm):
    """The part of the list that is on display: its round, the search, the page."""

    round = IdField()
    q = SearchField()
    page = TextField()


class TicksForm(ListForm):
    """The ticks of a round (`in`) and those that were there before (`was`), or the tapped action."""

    all = TickField()
    was = IdsField()
    pay = IdsField()
    give_back = IdsField()

    def __init__(self, posted: QueryDict) -> None:
        super().__init__(posted)
        self.fields["in"] = IdsField()

    def list_shown(self) -> dict[str, str]:
        """Return the part of the list as it was sent, for the address of the next page."""
        return {name: text for name in ("round", "q", "page") if (text := self.data.get(name, ""))}


class SettleForm(ActionForm):
    """The answer to who owes a fee (ids): paid or waived, or the cents that all have paid; and where to go next."""

    paid = IdField()
    waived = IdField()
    all_paid = IdField()
    next = TextField()


class EntrantForm(ActionForm):
    """An action with an entrant: alone, or in a round."""

    what = TextField()
    number = IdField(otherwise=0)
    round = IdField(otherwise=0)
    payer = IdField()


class SubstituteForm(ActionForm):
    """The person who takes over a place: a name, perhaps with the answer to the question about similar names."""

    name = PersonNameField()
    place = IdField(otherwise=-1)
    person = IdField()
    new = TickField()

    def repeat(self) -> dict[str, str]:
        """Return what was typed, for the page that refuses it."""
        return {"typed": self["name"].value()[:NAME_LENGTH], "chosen": self.data.get("place", "")}
