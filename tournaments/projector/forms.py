"""The forms of the page of the walls."""

from django import forms
from django.utils.translation import gettext_lazy as _

from tarockclub.club_look.logo import MOST_BYTES, BadLogo, draw_logo
from tarockclub.form_fields import CleanTextField, NumberField, TextField, TickField
from tournaments.forms import ActionForm
from tournaments.models.hall import ANNOUNCEMENT_LENGTH

PICTURE_SIZE, PICTURE_COLOURS = (960, 540), 128  # about 60 kB, and enough on a wall


class HallForm(ActionForm):
    """A tap on the page of the walls: `what`, and for which wall."""

    what = TextField(longest=12)
    wall = NumberField(1, otherwise=0)
    part = TextField(longest=16)
    letters = TextField(longest=16)
    look = TextField(longest=16)
    count = NumberField(1, otherwise=0)
    step = NumberField(4, otherwise=0)
    from_last = TickField()
    announcement = CleanTextField(longest=ANNOUNCEMENT_LENGTH)


class PictureForm(forms.Form):
    """The sponsor's picture, or that it goes."""

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
