"""The form of a club's look; every message says what to do."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tarockclub.platform.accounts.forms import NameField
from tarockclub.platform.club_look.logo import FORMATS, MOST_BYTES, PICTURE_SIZE, BadLogo, draw_logo
from tarockclub.platform.club_look.services import COLOUR, is_red

OWN = "own"
FILES = ("logo", "picture")
# Tried on every page, in light and in dark.
PALETTE = (
    ("", _("Green, the usual colour")),
    ("#1f3f66", _("Night blue")),
    ("#1d5560", _("Petrol")),
    ("#4a2a55", _("Plum")),
    ("#5a3b22", _("Walnut")),
    ("#37424a", _("Slate")),
)
_REFUSALS = {
    "too_large": _("This picture is too large: at most 900 kB and 12 megapixels."),
    "unreadable": _("This is no picture that can be read here: please choose a PNG, JPEG or WebP file."),
}


class LookForm(forms.Form):
    """Name, colour, logo, picture; or only a look at them (`tries`)."""

    name = NameField(label=_("Name"))
    colour = forms.ChoiceField(
        label=_("Colour"),
        choices=(*PALETTE, (OWN, _("Our own colour"))),
        required=False,
        widget=forms.RadioSelect,
    )
    own = forms.CharField(label=_("Our own colour"), required=False, max_length=7, widget=forms.ColorInput)
    logo = forms.FileField(label=_("Logo"), required=False, allow_empty_file=True)
    without_logo = forms.BooleanField(label=_("Without a logo"), required=False)
    picture = forms.FileField(label=_("Picture of the front page"), required=False, allow_empty_file=True)
    without_picture = forms.BooleanField(label=_("Without a picture"), required=False)
    tries = forms.BooleanField(required=False)

    def clean(self) -> dict[str, Any]:
        """Return the values as they are stored: None for a file that stays, nothing for one that goes."""
        cleaned = super().clean() or {}
        if cleaned.get("colour") == OWN:
            cleaned["colour"] = self._clean_own(str(cleaned.get("own", "")).strip().lower())
        for name in FILES:
            if cleaned.get(f"without_{name}") and cleaned.get(name) is None:
                cleaned[name] = b""
        return cleaned

    def clean_logo(self) -> bytes | None:
        """Return the logo, drawn anew."""
        return self._draw("logo")

    def clean_picture(self) -> bytes | None:
        """Return the picture, drawn anew."""
        return self._draw("picture", size=PICTURE_SIZE, kind="WEBP")

    def _draw(self, name: str, **shape: Any) -> bytes | None:
        file = self.cleaned_data[name]
        if file is None:
            return None
        if file.size > MOST_BYTES:
            raise forms.ValidationError(_REFUSALS["too_large"])
        try:
            return draw_logo(file, **shape)
        except BadLogo as refused:
            raise forms.ValidationError(_REFUSALS[refused.reason]) from refused

    def _clean_own(self, colour: str) -> str:
        if not COLOUR.fullmatch(colour):
            self.add_error("own", _("Please write the colour as # and six digits, for example #1f3f66."))
        elif is_red(colour):
            self.add_error("own", _("Red says here that somebody loses: please choose another colour."))
        return colour


ACCEPTED = ",".join(f"image/{name.lower()}" for name in FORMATS)
