"""The forms of one person in the register."""

from django import forms

from tarockclub.form_fields import IdField, TextField
from tournaments.forms import PersonNameField


class PersonForm(forms.Form):
    """An action with a person; `other`: the person (id) whom they are merged with."""

    what = TextField()
    other = IdField(otherwise=0)


class NameForm(forms.Form):
    """The new name of a person."""

    name = PersonNameField()
