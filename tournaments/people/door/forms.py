"""The form of a tap at the door."""

from tarockclub.kit.form_fields import CleanTextField, IdField, NameTextField, TextField, TextsField, TickField
from tarockclub.models import TOWN_LENGTH
from tournaments.core.forms import ActionForm


class DoorForm(ActionForm):
    """A tap: an entrant, a registration that waits, a person of the register (ids), or the name of somebody new."""

    paid = IdField()
    here = IdField()
    back = IdField()
    registration = IdField()
    person = IdField()
    name = NameTextField()
    town = CleanTextField(2 * TOWN_LENGTH)
    category = TextsField()
    new = TickField()  # somebody else than the known ones of this name
    only_here = TickField()  # does not pay now
    close = TickField()
    q = TextField(80)
