"""The form of a role in one tournament."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tarockclub.models import Account
from tarockclub.platform.accounts.forms import build_role_choices
from tarockclub.platform.privacy.public_names import get_called_name


class RoleForm(forms.Form):
    """An account and its role; with `ends`, the role is taken away."""

    field_class = "setting"
    account = forms.TypedChoiceField(label=_("Who"), coerce=int)
    role = forms.ChoiceField(label=_("Role in this tournament"), choices=build_role_choices(), widget=forms.RadioSelect)

    def __init__(self, candidates: list[Account], *given: Any, ends: bool = False, **options: Any) -> None:
        super().__init__(*given, **options)
        self.fields["account"].choices = [(other.pk, get_called_name(other.person)) for other in candidates]  # type: ignore[attr-defined]
        self.fields["role"].required = not ends
