"""The form of a correction, beside the fields of its kind."""

from typing import Any

from tarockclub.kit.form_fields import ReasonField, TextField, TickField
from tarockclub.kit.text import clean_reason
from tournaments.core.forms import ReasonForm


class CorrectionForm(ReasonForm):
    """The kind of a correction, its reason, and what was seen of it; with `confirm` it is carried out."""

    kind = TextField()
    why = ReasonField()  # one of the usual reasons, tapped
    shown = TextField()  # the sign of what the page has shown
    prizes = TickField()  # that prizes were chosen by the result is known
    confirm = TickField()

    def parse(self) -> dict[str, Any]:
        """Return the values by name; the reason is what was tapped and typed."""
        content = super().parse()
        return {**content, "reason": clean_reason(": ".join(filter(None, (content["why"], content["reason"]))))}
