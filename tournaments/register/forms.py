"""The forms of one person in the register."""

from django import forms

from tarockclub.form_fields import CleanTextField, IdField, TextField
from tarockclub.models import Person
from tarockclub.posted_form import PostedForm
from tarockclub.privacy.public_names import compute_public_name
from tournaments.forms import PersonNameField


class PersonForm(forms.Form):
    """An action with a person; `other`: the person (id) whom they are merged with."""

    what = TextField()
    other = IdField(otherwise=0)


class NameForm(forms.Form):
    """The new name of a person."""

    name = PersonNameField()


class FederationNumberForm(PostedForm):
    """The number of a person in the federation, as it was typed."""

    federation_number = CleanTextField()


class PublicityField(TextField):
    """One of the ways in which public pages show a name; the most cautious one for anything else."""

    def to_python(self, value: object) -> str:
        """Return the way."""
        return str(value) if value in Person.Publicity.values else Person.Publicity.NUMBER.value


class PublicityForm(PostedForm):
    """The way in which public pages show a name."""

    publicity = PublicityField()


def build_publicity_choices(person: Person) -> list[tuple[str, str]]:
    """Return the ways in which public pages can show a person, each with what they would show."""
    ways = Person.Publicity.values
    return [(way, compute_public_name(person.name, person.number, way) or person.name) for way in ways]
