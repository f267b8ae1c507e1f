"""The staff's page of registrations: all of them, the line, who phones, the link."""

import uuid
from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from django.db.models import Case, OuterRef, QuerySet, Subquery, Value, When
from django.db.models.functions import MD5, Concat
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from scoring.book.access.links import build_card
from scoring.book.access.permissions import find_actor
from tarockclub.kit.days import format_moment, format_short_moment
from tarockclub.kit.form_fields import LONGEST_ID
from tarockclub.kit.tables import Column, List
from tarockclub.kit.tables.table import FileTable
from tarockclub.kit.text import parse_whole
from tarockclub.kit.xlsx.cells import COUNT, MOMENT
from tarockclub.models import Person
from tarockclub.platform.accounts import rate_limits
from tarockclub.platform.accounts.actors import Actor
from tarockclub.platform.accounts.permissions import find_rights, format_wait
from tarockclub.platform.accounts.rights import Right
from tarockclub.platform.accounts.secret_links import draw_secret
from tournaments.core import view_helpers
from tournaments.core.acts import ActionRefused
from tournaments.core.selectors import load_settings
from tournaments.models import Act, Application, Invitation, Tournament
from tournaments.people.entrants.applications import (
    BY_ITSELF,
    DecideApplication,
    Line,
    list_units,
    load_line,
    load_waiting_places,
)
from tournaments.people.name_lists import messages
from tournaments.people.name_lists.candidates import PersonFacts, find_similar_people, load_entrant_index
from tournaments.people.registration import actions
from tournaments.people.registration.actions import (
    CloseLink,
    JoinApplication,
    OpenLink,
    PartApplication,
    WithdrawApplication,
    derive_link_secret,
    find_earlier,
)
from tournaments.people.registration.views import ApplicationForm, RegistrationForm, submit_application

As = Application.As
AT_ONCE = timedelta(seconds=10)  # whoever got a place later than that had waited for it
STATES = {
    As.OPEN: _("waits"),
    As.TAKEN: _("takes part"),
    As.DECLINED: _("declined"),
    As.GONE: _("withdrawn"),
}

ANSWERS = {As.OPEN: _("invited"), As.GONE: _("invited, does not come")}


def format_application_state(application: Application) -> str:
    """Return what has become of an application of `list_registrations`."""
    if application.entrant is not None and application.entrant.withdrawn is not None:
        return str(STATES[As.GONE])
    if application.invited_id is not None and application.decided_as in ANSWERS:
        return str(ANSWERS[As(application.decided_as)])
    moved_up: datetime | None = application.moved_up  # type: ignore[attr-defined]  # annotated
    place: int = application.waiting_place  # type: ignore[attr-defined]  # annotated
    if place:
        return str(_("waiting list %(place)s")) % {"place": place}
    if application.decided_as == As.TAKEN and moved_up is not None:
        return str(_("takes part, moved up %(at)s")) % {"at": format_short_moment(moved_up)}
    return str(STATES[As(application.decided_as)])


_WHO = (
    Column("name", _("Name"), "name__text", surnames=True, width=30),
    Column("town", _("Town"), words=True, width=18),
    Column("partner", _("Partner or team"), "partner__text", words=True, aside=True, width=24),
    Column("remark", _("Remark"), "remark__text", sorts=False, width=40),
)
_AT = Column("at", _("Registered"), kind=MOMENT, width=17)
_STATE = Column("state", _("State"), format_application_state, fields=("decided_as",), width=14)
REGISTRATIONS = List(
    caption=_("All registrations"),
    columns=(*_WHO, _AT, _STATE),
    sort="at",
    empty=_("Nobody has registered yet."),
    then=("pk",),
)
REGISTRATION_FILE = FileTable(
    "registrations",
    _("Registrations before the day"),
    (
        replace(_AT, title=_("When")),
        *_WHO,
        _STATE,
        Column("number", _("Start no."), "entrant__number", kind=COUNT, width=9),
    ),
    still=2,
    filtered=True,
)


def may_withdraw(application: Application) -> bool:
    """Return whether a registration can still be withdrawn here; whoever sits at a table leaves by the desk."""
    tournament, entrant = application.tournament, application.entrant
    if tournament.ended is not None or application.decided_as not in (As.OPEN, As.TAKEN):
        return False
    return entrant is None or (entrant.withdrawn is None and tournament.frozen is None)


def _format_unusual_state(application: Application) -> str:
    """Return the state of an application, nothing where somebody takes part, as most do."""
    state = format_application_state(application)
    return "" if state == str(STATES[As.TAKEN]) else state


_ON_PAGE = (
    *_WHO,
    replace(_AT, show=lambda moment: format_moment(moment, "j. n., H:i")),
    replace(_STATE, of=_format_unusual_state),
)
WITHDRAWING = Column(
    "withdraw",
    _("Withdraw"),
    of=lambda application: _("withdraw …") if may_withdraw(application) else None,
    link=lambda application: f"?withdraw={application.pk}#withdraw" if may_withdraw(application) else "",
    sorts=False,
    hidden=True,
)


def list_registration_rows(tournament: Tournament) -> QuerySet[Application]:
    """Return all registrations of a tournament.

    `moved_up`: when somebody got a place from the waiting list; `waiting_place`: the place there, 0 for all others.
    """
    key = Concat(Value(BY_ITSELF), MD5(OuterRef("key")))  # applications._compute_act_key
    moved_up = Act.objects.filter(tournament=tournament, key=key, at__gt=OuterRef("at") + AT_ONCE)
    places = load_line(tournament).places
    place = Case(*(When(pk=waiting, then=Value(position)) for waiting, position in places.items()), default=Value(0))
    rows = Application.objects.filter(tournament=tournament).annotate(
        moved_up=Subquery(moved_up.values("at")[:1]), waiting_place=place
    )
    return rows.select_related("name", "partner", "remark", "entrant", "tournament")


MANY = 8  # applications; from this number on an index is quicker than one query for each name


def handle_registration(request: HttpRequest, slug: uuid.UUID) -> HttpResponse:
    """Show the applications and the link; POST types one in, decides one, or opens, replaces, closes the link."""
    tournament = view_helpers.find_own_tournament(request, slug)
    if request.method != "POST":
        return _render_page(request, tournament)
    content, by = RegistrationForm(request.POST).parse(), find_actor(request)
    if content["what"] == "type":
        return _type_in(request, tournament)
    try:
        if content["what"] == "open":
            OpenLink().perform(tournament, content["key"], by)
            return _render_page(request, tournament, secret=derive_link_secret(tournament, content["key"]))
        if content["what"] == "close":
            CloseLink().perform(tournament, content["key"], by)
        else:
            _decide_application(tournament, content, by)
    except ActionRefused as refused:
        return _render_page(request, tournament, **view_helpers.format_problem(refused))
    return redirect("registration", slug=slug)


def _type_in(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Type in somebody who has phoned."""
    form = _build_form(tournament, request.POST)
    if not form.is_valid():
        return _render_page(request, tournament, form=form)
    try:
        submit_application(request, tournament, form, by_staff=True)
    except rate_limits.TooMany as many:
        return _render_page(request, tournament, form=form, problem=format_wait(many))
    except ActionRefused as refused:
        form.asks_namesake = refused.code == "registered_already"
        return _render_page(request, tournament, form=form, **view_helpers.format_problem(refused))
    return redirect(f"{reverse('registration', args=[tournament.slug])}?saved=1#waiting")


def _build_form(tournament: Tournament, *posted: Any, **initial: Any) -> ApplicationForm:
    return ApplicationForm(*posted, **initial, has_teams=load_settings(tournament).team_size > 0, by_staff=True)


def _decide_application(tournament: Tournament, content: dict[str, Any], by: Actor) -> None:
    """Confirm, decline or withdraw one application, join it to an earlier one, or part it from its companion's."""
    application = get_object_or_404(Application, tournament=tournament, pk=content["application"])
    if content["join"] or content["part"]:
        change = JoinApplication if content["join"] else PartApplication
        change(application=application.pk).perform(tournament, content["key"], by)
        return
    if content["is_withdrawn"]:
        WithdrawApplication(application=application.pk).perform(tournament, content["key"], by)
        return
    chosen = content["person"]
    person = 0 if chosen is None else get_object_or_404(Person, club=tournament.club_id, pk=chosen).pk
    decision = DecideApplication(application=application.pk, take=content["is_taken"], person=person)
    decision.perform(tournament, content["key"], by)


def _render_page(request: HttpRequest, tournament: Tournament, *, secret: str = "", **more: Any) -> HttpResponse:
    tournament.refresh_from_db(fields=["register_digest", "ended"])
    invitation = Invitation.objects.filter(tournament=tournament).first()
    line = load_line(tournament)
    key = view_helpers.create_key()
    columns = (*_ON_PAGE, WITHDRAWING) if find_rights(request).has(Right.ENTER) else _ON_PAGE
    context = {
        "tournament": tournament,
        "leaving": _find_leaving(tournament, request.GET.get("withdraw", "")),
        "is_open": actions.is_open(tournament, invitation),
        "places": load_waiting_places(tournament),
        "card": build_card(request, reverse("apply", args=[secret])) if secret else None,
        "link_key": draw_secret(),
        "open": bool(tournament.register_digest),
        "form": _build_form(tournament, initial={"key": f"{key}.t"}),
        "waiting": list(_iter_waiting(tournament, line)),
        "is_full": bool(line.behind) and not line.ahead,
        "list": REGISTRATIONS.build_page(request, list_registration_rows(tournament), columns=columns),
        **more,
    }
    return view_helpers.render_page(
        request, "tournaments/people/registration/registration.html", context, 409 if more else 200
    )


def _find_leaving(tournament: Tournament, typed: str) -> Application | None:
    """Return the registration that is to be withdrawn, to ask once more; None for none."""
    application = list_registration_rows(tournament).filter(pk=parse_whole(typed, LONGEST_ID) or 0).first()
    return application if application is not None and may_withdraw(application) else None


class Applicant(NamedTuple):
    """Somebody who waits, the people whom the name may mean, and an application that waits under the same name."""

    application: Application
    offers: list[dict[str, Any]]
    earlier: Application | None

    @property
    def is_clear(self) -> bool:
        """True if nobody else can be meant."""
        return not self.offers and self.earlier is None


class WaitingGroup(NamedTuple):
    """Those who registered together and wait, or one who registered alone; the place on the waiting list, 0: room."""

    people: tuple[Applicant, ...]
    place: int

    @property
    def first(self) -> Application:
        """The one who stands first."""
        return self.people[0].application

    @property
    def is_clear(self) -> bool:
        """True if one tap may confirm them."""
        return all(each.is_clear for each in self.people)

    @property
    def names(self) -> list[str]:
        """Their names as typed."""
        return [each.application.name.text for each in self.people]


def _iter_waiting(tournament: Tournament, line: Line) -> Iterable[WaitingGroup]:
    """Yield those who wait, all of a group together."""
    waiting, places = [*line.ahead, *line.behind], line.places
    index = load_entrant_index(tournament, asked_often=len(waiting) > MANY)
    for group in list_units(waiting):
        people = (
            Applicant(
                each, _list_offers(find_similar_people(index, each.name.text, PersonFacts(town=each.town))), earlier
            )
            for each in group
            for earlier in [find_earlier(each, waiting)]
        )
        yield WaitingGroup(tuple(people), places.get(group[0].pk, 0))


def _list_offers(others: Any) -> list[dict[str, Any]]:
    """Return the people whom a name may mean, in words."""
    return [
        {"person": other.person, "name": other.name, "in": other.number, "said": messages.format_similar(other)}
        for other in others[:4]
    ]
