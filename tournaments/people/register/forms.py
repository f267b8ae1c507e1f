"""The forms of one person in the register."""

from django import forms

from tarockclub.kit.form_fields import CleanTextField, IdField, PostedForm, TextField, TextsField, TickField
from tarockclub.models import CONTACT_LENGTH, PLAYER_NUMBER_LENGTH, TOWN_LENGTH, Person
from tarockclub.platform.accounts.person_details import (
    CATEGORY_LENGTH,
    MOST_CATEGORIES,
    PersonDetails,
    clean_details,
    list_club_categories,
    parse_categories,
)
from tarockclub.platform.privacy.public_names import compute_public_name
from tournaments.core.forms import PersonNameField


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


class DetailsForm(PostedForm):
    """The details of a person as they were typed."""

    town = TextField(2 * TOWN_LENGTH)
    player_number = TextField(2 * PLAYER_NUMBER_LENGTH)
    category = TextsField()
    other_category = TextField(CATEGORY_LENGTH)
    birth_year = TextField(20)
    contact = TextField(CONTACT_LENGTH)
    details_public = TickField()

    def build_details(self) -> PersonDetails:
        """Return the details as they are stored."""
        data = self.parse()
        words = "\n".join([*data["category"], data["other_category"]])
        return clean_details(data["town"], data["player_number"], words, data["birth_year"], data["contact"])


class PeopleSettingsForm(PostedForm):
    """The club's list of categories, and what public lists show."""

    categories = TextField(MOST_CATEGORIES * (CATEGORY_LENGTH + 2))
    shows_towns = TickField()
    links_pages = TickField()
    shows_rulings = TickField()


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


def build_category_choices(person: Person) -> list[tuple[str, bool]]:
    """Return the categories of the club's list, and others that a person has, each with whether they have it."""
    own = parse_categories(person.categories)
    return [(word, word in own) for word in dict.fromkeys([*list_club_categories(person.club), *own])]
