"""The forms for log-in and for accounts; every message says what to do."""

import unicodedata
from typing import Any

from django import forms
from django.contrib.auth.password_validation import validate_password
from django.utils.functional import Promise
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from tarockclub.kit.form_fields import PostedForm, TextField
from tarockclub.kit.text import clean_name
from tarockclub.models import NAME_LENGTH, Account, Club, normalize_login
from tarockclub.platform.accounts.permissions import NO_ROLE, NO_ROLE_SENTENCE, ROLE_NAMES, ROLE_SENTENCES

NO_CHOICE = "none"  # of the roles for the club
MOST_TYPED = 1000  # longer input is cut before it is checked


def build_role_choices(*, none: bool = False) -> list[tuple[str, Promise]]:
    """Return the roles, each with its sentence; with `none`, also to have none for the club."""
    roles: list[tuple[str, Promise, Promise]] = [
        (role.value, ROLE_NAMES[role], ROLE_SENTENCES[role]) for role in ROLE_NAMES
    ]
    if none:
        roles.append((NO_CHOICE, NO_ROLE, NO_ROLE_SENTENCE))
    return [(role, format_lazy("{}: {}", name, sentence)) for role, name, sentence in roles]


class RoleField(forms.TypedChoiceField):
    """The role of an account for the club, "" for none; a form that says nothing is refused."""

    def __init__(self) -> None:
        choices = build_role_choices(none=True)
        super().__init__(label=_("Role"), choices=choices, widget=forms.RadioSelect, coerce=_read_role)

    def prepare_value(self, value: Any) -> Any:
        """Return the choice of a role."""
        return NO_CHOICE if value == "" else value


def _read_role(choice: str) -> str:
    return "" if choice == NO_CHOICE else choice


class NameField(forms.CharField):
    """A name of a person or thing: cleaned, required, and short enough to be stored."""

    def __init__(self, **options: Any) -> None:
        super().__init__(max_length=MOST_TYPED, **options)

    def clean(self, value: Any) -> str:
        """Return the name as it is stored."""
        name = clean_name(str(super().clean(value)))
        if not name:
            raise forms.ValidationError(self.error_messages["required"], code="required")
        if len(name) > NAME_LENGTH:
            message = _("At most %(most)s characters; this name has %(length)s.")
            raise forms.ValidationError(message, params={"most": NAME_LENGTH, "length": len(name)})
        return name


class LoginField(NameField):
    """A log-in name in its normalized spelling."""

    def __init__(self, **options: Any) -> None:
        attrs = {"autocomplete": "username", "autocapitalize": "none", "spellcheck": "false"}
        super().__init__(label=_("Log-in name"), widget=forms.TextInput(attrs=attrs), **options)

    def clean(self, value: Any) -> str:
        """Return the log-in name as it is stored."""
        return super().clean(normalize_login(str(value or "")))


class PasswordField(forms.CharField):
    """A password in one normal form for all keyboards."""

    def __init__(self, *, new: bool = False, **options: Any) -> None:
        attrs = {"autocomplete": "new-password" if new else "current-password"}
        super().__init__(max_length=MOST_TYPED, strip=False, widget=forms.PasswordInput(attrs=attrs), **options)

    def clean(self, value: Any) -> str:
        """Return the password in its normal form."""
        return unicodedata.normalize("NFC", str(super().clean(value)))


class NewPasswordForm(forms.Form):
    """A new password, typed twice; a weak password and a typing error are reported together."""

    typed_password: str | None = None  # as typed, even if it is refused

    password = PasswordField(label=_("Password"), new=True, help_text=_("At least 10 characters."))
    again = PasswordField(label=_("Repeat the password"), new=True)

    def clean_password(self) -> str:
        """Refuse common passwords."""
        self.typed_password = password = str(self.cleaned_data["password"])
        validate_password(password)
        return password

    def clean_again(self) -> str:
        """Refuse a typing error."""
        again = str(self.cleaned_data["again"])
        if self.typed_password is not None and again != self.typed_password:
            raise forms.ValidationError(_("The two passwords are not the same."))
        return again


class LoginForm(forms.Form):
    """Log-in name and password."""

    login = forms.CharField(
        label=_("Log-in name"),
        max_length=MOST_TYPED,
        widget=forms.TextInput(
            attrs={"autocomplete": "username", "autocapitalize": "none", "spellcheck": "false", "autofocus": True}
        ),
    )
    password = PasswordField(label=_("Password"))


class InvitedForm(forms.Form):
    """A new account, whose owner chooses the password."""

    name = NameField(label=_("Name"), widget=forms.TextInput(attrs={"autocomplete": "off"}))
    login = LoginField()
    field_class = "setting"
    role = RoleField()


class AccountForm(InvitedForm, NewPasswordForm):
    """A new account with its password."""

    field_order = ("name", "login", "role", "password", "again")


class SetupForm(NewPasswordForm):
    """The data for the first start."""

    code = forms.CharField(
        label=_("Code"),
        max_length=MOST_TYPED,
        help_text=_("You find it where the program was started, below the address."),
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "characters", "spellcheck": "false"}),
    )
    club = NameField(label=_("Name of the club"), help_text=_("Or of your circle of players."))
    name = NameField(label=_("Your name"), widget=forms.TextInput(attrs={"autocomplete": "name"}))
    login = LoginField(help_text=_("Short and easy to type; upper or lower case makes no difference."))
    field_order = ("code", "club", "name", "login", "password", "again")


class OwnPasswordForm(NewPasswordForm):
    """A new password for the current user."""

    old = PasswordField(label=_("Current password"))
    keeps = forms.BooleanField(
        label=_("Keep my passkeys and the app"),
        help_text=_("Only if all of them are yours, and nobody else has the phone or computer that they are on."),
        required=False,
    )
    field_order = ("old", "password", "again", "keeps")

    def __init__(self, data: Any = None, *, has_factor: bool) -> None:
        super().__init__(data)
        if not has_factor:
            del self.fields["keeps"]


class RightsForm(forms.Form):
    """The rights of an account."""

    field_class = "setting"
    role = RoleField()
    active = forms.BooleanField(label=_("May log in"), required=False)


class LeavingForm(forms.Form):
    """The account that ends with all that lets it in."""

    field_class = "setting"
    leaving = forms.ModelChoiceField(
        Account.objects.none(),
        label=_("Whose access ends"),
        help_text=_("With all devices, programs, passkeys and codes of the account. What it has written stays."),
    )

    def __init__(self, *args: Any, club: Club, may_end_hosts: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        accounts = Account.objects.filter(club=club, is_active=True).select_related("person").order_by("person__name")
        field = self.fields["leaving"]
        field.queryset = accounts if may_end_hosts else accounts.filter(is_host=False)  # type: ignore[attr-defined]
        field.label_from_instance = lambda account: f"{account.person.name} ({account.login})"  # type: ignore[attr-defined]


class CodeField(forms.CharField):
    """A code from an app, or one for a lost phone."""

    def __init__(self) -> None:
        attrs = {"autocomplete": "one-time-code", "autocapitalize": "characters", "spellcheck": "false"}
        super().__init__(label=_("Code"), max_length=MOST_TYPED, widget=forms.TextInput(attrs=attrs))


class NextForm(PostedForm):
    """The page that is wanted after a log-in or a password."""

    next = TextField()


class EndForm(PostedForm):
    """The session or program that ends: its id, or "others" for all other sessions."""

    end = TextField()
