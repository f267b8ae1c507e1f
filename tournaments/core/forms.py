"""The base of the forms of actions: a key, refusals with the codes of services, a person's name, a picture."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tarockclub.kit.form_fields import NameTextField, ReasonField, TextField, TickField
from tarockclub.kit.lists.typed_names import read_typed_name
from tarockclub.models import NAME_LENGTH
from tarockclub.platform.club_look.logo import MOST_BYTES, BadLogo, draw_logo
from tournaments.core.acts import ActionRefused
from tournaments.core.messages import format_no_name

PICTURE_SIZE, PICTURE_COLOURS = (960, 540), 128  # about 60 kB, and enough on a wall


class PersonNameField(NameTextField):
    """A person's name as it is stored."""

    def to_python(self, value: Any) -> Any:
        """Return the name; refuse none, and one that is too long."""
        typed = read_typed_name(super().to_python(value))
        name = ", ".join(filter(None, typed))  # the town has no other field here
        if not name or len(name) > NAME_LENGTH:
            raise forms.ValidationError(format_no_name(name))
        return name


class ActionForm(forms.Form):
    """The form of an action. With the same key it takes effect once, however often it is sent."""

    key = TextField()

    def parse(self) -> dict[str, Any]:
        """Return the values for a service; raise ActionRefused as the first field that refuses its own says."""
        if not self.is_valid():
            first = next(error for errors in self.errors.as_data().values() for error in errors)
            raise ActionRefused(first.code or "", **(first.params or {}))
        return self.cleaned_data


class ReasonForm(ActionForm):
    """The form of an action that has a reason."""

    reason = ReasonField()


class PictureForm(forms.Form):
    """A sponsor's picture, or that it goes."""

    gone = TickField()
    picture = forms.FileField(label=_("Sponsor's picture"), required=False, allow_empty_file=True)

    def clean_picture(self) -> bytes | None:
        """Return the picture, drawn anew."""
        file = self.cleaned_data["picture"]
        if file is None and self.cleaned_data["gone"]:
            return None
        if file is None:
            raise forms.ValidationError(_("Please choose a picture."))
        if file.size > MOST_BYTES:
            raise forms.ValidationError(_("This picture is too large: at most 900 kB and 12 megapixels."))
        try:
            return draw_logo(file, PICTURE_SIZE, PICTURE_COLOURS)
        except BadLogo as refused:
            raise forms.ValidationError(
                _("This is no picture that can be read here: please choose a PNG, JPEG or WebP file.")
            ) from refused
