"""The pages of the register of players, and their forms: search, similar names, one person: rename, merge."""

from typing import Any

from django import forms
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _

from tarockclub.kit.bank import IBAN_LENGTH
from tarockclub.kit.form_fields import CleanTextField, IdField, PostedForm, TextField, TextsField, TickField
from tarockclub.kit.words import get_current_language
from tarockclub.models import CONTACT_LENGTH, PLAYER_NUMBER_LENGTH, TOWN_LENGTH, Person
from tarockclub.platform.accounts.authentication import ask_for_password
from tarockclub.platform.accounts.devices import build_author
from tarockclub.platform.accounts.looks import PEOPLE_FILE, PERSON, note_file, note_look
from tarockclub.platform.accounts.looks import REGISTER as REGISTER_LOOK
from tarockclub.platform.accounts.permissions import get_staff_account
from tarockclub.platform.accounts.persons import (
    CATEGORY_LENGTH,
    MOST_CATEGORIES,
    PersonDetails,
    clean_details,
    list_club_categories,
    parse_categories,
)
from tarockclub.platform.clubs.federations import is_in_federation
from tarockclub.platform.privacy.public_names import compute_public_name, filter_people, is_page_public
from tarockclub.platform.server.downloads import build_download
from tournaments.core import view_helpers
from tournaments.core.acts import ActionRefused
from tournaments.core.view_helpers import PersonNameField
from tournaments.people.name_lists import messages
from tournaments.people.register import services
from tournaments.people.register.merge_reversals import list_merges, take_merge_back
from tournaments.people.register.selectors import (
    MEMBER_FORMS,
    REGISTER,
    build_register_rows,
    list_letters,
    list_similar_pairs,
    list_similar_people,
    load_person_card,
    render_members,
    search_people,
    set_details,
    set_people_settings,
)
from tournaments.people.register.services import merge


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
    new_names = TextField()


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


def show_register(request: HttpRequest) -> HttpResponse:
    """Show everybody in the register, or the results of a search."""
    club = get_staff_account(request).club_id
    note_look(request, club, REGISTER_LOOK)
    typed, letters = REGISTER.read_search(request), list_letters(club)
    shown: list[Any] = []
    people: QuerySet[Any] = search_people(club, "")
    rows, number = search_people(club, typed), sum(map(len, letters.values()))
    context: dict[str, Any] = {"all": number, "players": people.exclude(days=None).count()}
    if number > REGISTER.size and not typed:
        asked = request.GET.get("letter", "")
        context["letter"] = letter = asked if asked in letters else next(iter(letters))
        context["letters"] = [(word, len(ids)) for word, ids in letters.items()]
        rows = rows.filter(pk__in=letters[letter])
    context["list"] = REGISTER.build_page(request, rows, seen=shown.extend)
    context["rows"] = build_register_rows(shown)
    if "alike" in request.GET:
        context["pairs"] = [(person, other, messages.WHYS[why]) for person, other, why in list_similar_pairs(club)]
    return view_helpers.render_page(request, "tournaments/people/register/register.html", context)


def handle_person(request: HttpRequest, number: int) -> HttpResponse:
    """Show a person: their name, their tournaments, and similar names; POST changes them."""
    person = get_object_or_404(Person, club=get_staff_account(request).club_id, number=number)
    if person.merged_into is not None:
        return redirect("person", number=person.merged_into.number)
    if request.method != "POST":
        note_look(request, person.club_id, PERSON, about=person.pk)
        return _render_person(request, person)
    form = PersonForm(request.POST)
    form.is_valid()
    if form.cleaned_data["what"] in ("merge", "part") and (asked := ask_for_password(request)) is not None:
        return asked
    try:
        problem = _apply_post(request, person, **form.cleaned_data)
    except ActionRefused as refused:
        return _render_person(request, person, **view_helpers.format_problem(refused))
    return (
        _render_person(request, person, problem=problem)
        if problem
        else view_helpers.redirect_saved("person", number=number)
    )


def _apply_post(request: HttpRequest, person: Person, what: str, other: int) -> str:
    """Carry out a posted action; return the problem, empty if there is none."""
    if what == "rename":
        form = NameForm(request.POST)
        if not form.is_valid():
            return str(form.errors["name"][0])
        services.rename(person, form.cleaned_data["name"], build_author(request))
    elif what == "publicity":
        services.set_publicity(person, PublicityForm(request.POST).parse()["publicity"], build_author(request))
    elif what == "details":
        typed_details = DetailsForm(request.POST)
        agreed = typed_details.parse()["details_public"]
        set_details(person, typed_details.build_details(), public=agreed, who=build_author(request))
    elif what == "federation_number":
        typed = FederationNumberForm(request.POST).parse()["federation_number"]
        services.set_federation_number(person, typed, build_author(request))
    elif what == "iban":
        services.set_iban(person, TextField(IBAN_LENGTH).clean(request.POST.get("iban")), build_author(request))
    elif what == "merge":
        merge(person, get_object_or_404(Person, club=person.club_id, pk=other), build_author(request))
    elif what == "part":
        take_merge_back(person, get_object_or_404(Person, club=person.club_id, pk=other), build_author(request))
    else:
        raise Http404
    return ""


def _render_person(request: HttpRequest, person: Person, **more: Any) -> HttpResponse:
    person.refresh_from_db()
    asked = view_helpers.parse_ids([request.GET.get("with", "")])
    alike = list_similar_people(person, asked[0] if asked else None)
    context = {
        "card": load_person_card(person),
        "publicity": build_publicity_choices(person),
        "is_public": is_page_public(person),
        "numbers": is_in_federation(person.club),
        "categories": build_category_choices(person),
        "alike": [(other, messages.WHYS[other.why]) for other in alike[:8]],
        "asked": bool(asked),
        "merges": list_merges(person),
        **more,
    }
    return view_helpers.render_page(request, "tournaments/people/register/person.html", context, 409 if more else 200)


def handle_settings(request: HttpRequest) -> HttpResponse:
    """Show what the club decides about all its people; POST changes it."""
    club = get_staff_account(request).club
    if request.method == "POST":
        content = PeopleSettingsForm(request.POST).parse()
        categories = parse_categories(content.pop("categories"))
        set_people_settings(club, categories, build_author(request), **content)
        return view_helpers.redirect_saved("people_settings")
    agreed = filter_people(club.pk).filter(details_public=True).exclude(town="").count()
    context = {
        "words": "\n".join(list_club_categories(club)),
        "club": club,
        "agreed": agreed,
        "pages": filter_people(club.pk).filter(page_public=True).count(),
        "publicity": build_publicity_choices(Person(name="Anna Maier", number=12)),
    }
    return view_helpers.render_page(request, "tournaments/people/register/settings.html", context)


def send_members(request: HttpRequest, form: str) -> HttpResponse:
    """Send everybody in the register as a file, with all that is known of them."""
    club = get_staff_account(request).club
    if form not in MEMBER_FORMS:
        raise Http404
    note_file(request, club.pk, PEOPLE_FILE, form)
    title = _("Members")
    return build_download(render_members(club, form, get_current_language()), f"{title}.{form}", MEMBER_FORMS[form])
