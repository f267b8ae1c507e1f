"""Helpers of the pages of a tournament: finding it, the keys and the base of forms, the message after a form."""

import uuid
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from tarockclub.kit.form_fields import LONGEST_ID, NameTextField, ReasonField, TextField, TickField
from tarockclub.kit.lists.names import read_typed_name
from tarockclub.kit.text import parse_whole
from tarockclub.models import NAME_LENGTH
from tarockclub.platform.accounts.actors import Actor
from tarockclub.platform.accounts.devices import get_device, get_person_id
from tarockclub.platform.accounts.permissions import find_rights, must_be_own
from tarockclub.platform.accounts.rights import Right
from tarockclub.platform.club_look.logo import MOST_BYTES, BadLogo, draw_logo
from tarockclub.platform.clubs.features import find_own_feature
from tarockclub.platform.server.apart.papers import mark_pages
from tarockclub.platform.server.page_cache import is_for_elsewhere
from tournaments.core.acts import ActionRefused, Owner, add_seen
from tournaments.core.messages import format_no_name, format_refusal
from tournaments.core.selectors import RoundContext, find_round, find_season, find_table, find_tournament
from tournaments.models import RoundTable, Season, Tournament

MOST_ROWS = 40  # of a public list at once: a phone loads and scrolls no list of 500
_PAGE_DIGITS = 2


def read_page_number(request: HttpRequest) -> int:
    """Return the page of a long list that an address names; 0, all of it, for what goes elsewhere."""
    return 0 if is_for_elsewhere() else parse_whole(request.GET.get("page", ""), _PAGE_DIGITS) or 1


def find_own_tournament(request: HttpRequest, slug: uuid.UUID, *, deleted: bool = False) -> Tournament:
    """Return the tournament of an address if the own club has it, otherwise 404; `deleted` as in find_tournament."""
    tournament = find_tournament(slug, deleted=deleted)
    must_be_own(request, tournament.club_id)
    return tournament


def find_own_round(request: HttpRequest, slug: uuid.UUID, number: int) -> RoundContext:
    """Return a round of a tournament of the own club; otherwise 404."""
    context = find_round(slug, number)
    must_be_own(request, context.tournament.club_id)
    return context


def find_own_table(request: HttpRequest, slug: uuid.UUID, number: int, table: int) -> RoundTable:
    """Return a table of a round of a tournament of the own club; otherwise 404."""
    return find_table(find_own_round(request, slug, number), table)


def find_own_season(request: HttpRequest, slug: uuid.UUID) -> Season:
    """Return the season of an address; raise Http404 if it is not of the user's own club."""
    season = find_season(slug)
    must_be_own(request, season.club_id)
    return season


def is_staff(request: HttpRequest, owner: Owner) -> bool:
    """Return True if the user is a member of the staff of the club of a tournament or season."""
    return find_rights(request).has_at(owner.club_id, Right.RESULTS)


def is_director(request: HttpRequest, owner: Owner) -> bool:
    """Return True if the user is a director of the club of a tournament or season."""
    return find_rights(request).has_at(owner.club_id, Right.DIRECT)


def get_director(request: HttpRequest) -> Actor:
    """Return the actor of a view whose right has been checked: it acts as the directors of the tournament."""
    return Actor(get_person_id(request), get_device(request), directs=True)


@contextmanager
def mark_papers(owner: Owner) -> Iterator[None]:
    """Mark the papers that are made within the block, if they are of a tournament that counts nowhere."""
    feature = find_own_feature(owner)
    with mark_pages("" if feature is None else str(feature.mark)):
        yield


def create_key() -> str:
    """Create the key of a form: a form that is submitted twice takes effect once."""
    return str(uuid.uuid4())


def parse_ids(texts: list[str]) -> list[int]:
    """Parse ids from a form; text that is no number, or no plausible one, is an id of nobody."""
    return [number for text in texts if (number := parse_whole(text, LONGEST_ID)) is not None]


def run_action(
    do: Callable[[], object], render_refused: Callable[[ActionRefused], HttpResponse], to: str, **arguments: Any
) -> HttpResponse:
    """Carry out an action and return to a page, which says that it was saved; or render the refusal."""
    try:
        do()
    except ActionRefused as refused:
        return render_refused(refused)
    return redirect_saved(to, **arguments)


def redirect_saved(to: str, **arguments: Any) -> HttpResponse:
    """Redirect to a page with the message that the change was saved."""
    return redirect(f"{reverse(to, kwargs=arguments)}?saved=1")


def render_page(request: HttpRequest, template: str, context: dict[str, Any], status: int = 200) -> HttpResponse:
    """Render a page of a tournament, with a fresh key for its forms that says which act was the last one by then."""
    owner, key = context.get("tournament"), create_key()
    key = key if owner is None else add_seen(key, owner)
    context = {"key": key, "here": request.path, **context}
    return render(request, template, context, status=status)


def format_problem(refused: ActionRefused) -> dict[str, str]:
    """Return the template context of a refused action."""
    return {"problem": format_refusal(refused)}


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
