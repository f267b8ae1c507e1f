"""The form of a tap at the door."""

from typing import Any

from tarockclub.kit.form_fields import CleanTextField, IdField, NameTextField, TextField, TextsField, TickField
from tarockclub.kit.lists.typed_names import read_typed_name
from tarockclub.models import TOWN_LENGTH
from tournaments.core.forms import ActionForm


class DoorForm(ActionForm):
    """A tap: an entrant, a registration that waits, a person of the register (ids), or the name of somebody new."""

    paid = IdField()
    here = IdField()
    back = IdField()
    registration = IdField()
    person = IdField()
    unpaid_registration = IdField()  # comes in, and pays later
    unpaid_person = IdField()
    name = NameTextField()
    town = CleanTextField(2 * TOWN_LENGTH)
    category = TextsField()
    new = TickField()  # somebody else than the known ones of this name
    only_here = TickField()  # does not pay now
    close = TickField()
    q = TextField(80)

    def parse(self) -> dict[str, Any]:
        """Return what was tapped; who comes in unpaid as a registration or a person that does not pay now."""
        content = super().parse()
        for name in ("registration", "person"):
            unpaid = content.pop(f"unpaid_{name}")
            if unpaid is not None:
                content |= {name: unpaid, "only_here": True}
        name, town = read_typed_name(content["name"])
        return content | {"name": name, "town": content["town"] or town}
