"""The forms of the table page beside the entry form: striking the last hand, held hands, marks."""

from typing import Any

from django import forms

from scoring.book.marks import MarkRequest
from scoring.table.held_hands.decisions import Decision
from tarockclub.kit.form_fields import NumberField, PostedForm, ReasonField, TextField, TickField


class HandFrameForm(PostedForm):
    """The fields beside a hand: its key, that of the deal before it (None: not sent), and the undo button."""

    key = TextField()
    previous = forms.Field(required=False)
    undo = TickField()


class StrikeForm(HandFrameForm):
    """The last hand is struck, with a reason; `previous` is its key."""

    reason = ReasonField()


class DecisionForm(PostedForm):
    """The decision which deal a held hand is, or that it does not count."""

    hand = TextField()
    seen = NumberField(otherwise=0)
    reason = ReasonField()

    def __init__(self, posted: Any) -> None:
        super().__init__(posted)
        self.fields["as"] = TextField()  # the button that was tapped: the decision, and a line of the book

    def build_decision(self) -> Decision:
        """Return the decision."""
        content = self.parse()
        what, _space, line = content["as"].partition(" ")
        return Decision(what, content["seen"], NumberField(otherwise=0).clean(line), content["reason"])


class MarkForm(PostedForm):
    """A mark of a hand; `on_its_page`: it was tapped on the page of the line; `edge`: at an edge of the tablet."""

    key = TextField()
    kind = TextField()
    line = NumberField(otherwise=-1)
    seen = NumberField(otherwise=-1)
    newest = NumberField(otherwise=-1)
    place = NumberField(otherwise=-1)
    on_its_page = TickField()
    edge = TickField()
    turn = NumberField(otherwise=0)

    def build_request(self) -> MarkRequest:
        """Return the mark that is asked for."""
        content = self.parse()
        return MarkRequest(**{name: content[name] for name in MarkRequest._fields})
