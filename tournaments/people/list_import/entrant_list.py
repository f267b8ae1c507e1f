"""A list of participants for a tournament, and a participant who is added by typing the name."""

import uuid
from collections.abc import Sequence
from typing import Any
from urllib.parse import urlencode

from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse

from scoring.book.access.permissions import find_actor
from tarockclub.kit.form_fields import LONGEST_ID, IdField, IdsField, NameTextField, TextField, TickField
from tarockclub.kit.hash_chain import is_key
from tarockclub.kit.lists import columns as kinds_of
from tarockclub.kit.lists.names import read_typed_name
from tarockclub.kit.lists.people import Purpose
from tarockclub.kit.text import parse_whole
from tarockclub.models import NAME_LENGTH
from tarockclub.platform.accounts.persons import clean_details
from tournaments.core import view_helpers
from tournaments.core.acts import ActionRefused, Kind, parse_content
from tournaments.core.messages import format_no_name, format_refusal
from tournaments.core.selectors import load_settings
from tournaments.core.settings import TOURNAMENT
from tournaments.core.view_helpers import ActionForm
from tournaments.models import Act, Entrant, Round, Tournament
from tournaments.people.entrants.entering import EnterPeople, find_similar_registrations
from tournaments.people.entrants.fee_actions import PayFees
from tournaments.people.entrants.views import render_entrants
from tournaments.people.list_import.flow import ConfirmationForm, ListTarget, build_views
from tournaments.people.list_import.page import Preview
from tournaments.people.list_import.register_list import REGISTER_KINDS
from tournaments.people.name_lists import messages
from tournaments.people.name_lists.candidates import (
    EntrantIndex,
    Newcomer,
    PersonFacts,
    find_similar_people,
    load_entrant_index,
)
from tournaments.people.name_lists.choices import parse_choices, tell_apart
from tournaments.people.name_lists.name_matching import SAME
from tournaments.people.teams.actions import build_teams_key, join_teams

MOST_NUMBERS = 12  # numbers in a sentence


class EntrantsForm(ConfirmationForm):
    """The confirmed preview, and what counts of the list."""

    numbers = TickField()  # are start numbers
    round = IdsField()
    paid = TickField()


class EntrantList(ListTarget):
    """The participants of a tournament."""

    confirmation = EntrantsForm

    def __init__(self, request: HttpRequest, slug: uuid.UUID) -> None:
        super().__init__(request)
        self.tournament = view_helpers.find_own_tournament(request, slug)
        self.club = self.tournament.club_id
        self.settings = load_settings(self.tournament)

    @property
    def address(self) -> str:
        return reverse("read_list", args=[self.tournament.slug])

    def build_purpose(self, known: frozenset[str]) -> Purpose:
        kinds = REGISTER_KINDS | {kinds_of.NUMBER}
        kinds |= {kinds_of.TEAM} if self.settings.team_size else set()
        kinds |= {kinds_of.PAYMENT} if self.settings.fee else set()
        return Purpose(kinds, self.settings.fee, known)

    def load_index(self) -> EntrantIndex:
        return load_entrant_index(self.tournament)

    def write(self, preview: Preview, content: dict[str, Any]) -> str:
        done = find_earlier_act(self.tournament, content["key"])
        if done is None:
            newcomers = parse_choices(preview.candidates, self.request.POST, numbers=content["numbers"])
            done = self._enter(newcomers, content) if newcomers else None
        counts = {"entered": 0} if done is None else _count_entered(done)
        return f"{reverse('entrants', args=[self.tournament.slug])}?{urlencode(counts)}"

    def render_list(self, context: dict[str, Any], status: int) -> HttpResponse:
        return view_helpers.render_page(
            self.request,
            "tournaments/people/list_import/entrants.html",
            {"tournament": self.tournament, **context},
            status,
        )

    def render_preview(self, preview: Preview, context: dict[str, Any], status: int) -> HttpResponse:
        opened = list(Round.objects.filter(tournament=self.tournament, closed=None).order_by("number"))
        people, candidates = preview.people, preview.candidates
        has_payments = any(row.paid == "ask" for row in preview.reading.rows)
        newcomers = parse_choices(candidates, context["answers"], numbers=False)
        payers = len({who for who, newcomer in zip(tell_apart(newcomers), newcomers, strict=True) if newcomer.paid})
        extra = {
            "tournament": self.tournament,
            "payers": payers,
            "has_payers": has_payments or payers > 0,
            "has_payments": has_payments,
            "fee_once": self.settings.fee_per == TOURNAMENT,
            "has_numbers": any(person.number is not None for person in people),
            "taken": _format_first_numbers([candidate.listed.number for candidate in candidates if candidate.taken]),
            "rounds": opened,
            "ahead": next((round_.number for round_ in opened if round_.draw_id is None), 0),
        }
        return view_helpers.render_page(
            self.request, "tournaments/people/list_import/entrants_preview.html", {**extra, **context}, status
        )

    def _enter(self, newcomers: Sequence[Newcomer], content: dict[str, Any]) -> Act:
        """Enter the people, into their teams too, and take the fees that the list calls paid, for each round."""
        key, who = content["key"], find_actor(self.request)
        with transaction.atomic():
            action = EnterPeople(newcomers=list(newcomers), rounds=list(content["round"]))
            done = action.perform(self.tournament, key, who)
            entered = parse_content(done)
            pairs = list(zip(newcomers, entered["entrants"], strict=True))
            named = [(newcomer.team, entrant) for newcomer, entrant in pairs if newcomer.team]
            join_teams(self.tournament.pk, key, named, who)
            payers = [entrant for newcomer, entrant in pairs if newcomer.paid] if content["paid"] else []
            rounds = Round.objects.filter(tournament=self.tournament, number__in=entered["rounds"])
            for round_ in rounds if payers else ():
                PayFees(entrants=payers).perform(round_, f"{done.key}.paid{round_.number}", who)
        return done


def find_earlier_act(tournament: Tournament, key: str) -> Act | None:
    """Return the act of a form if it was sent before: a second search would find the new entrants as similar."""
    return Act.objects.filter(tournament=tournament, key=key, kind=Kind.ENTERED).first() if is_key(key) else None


def _count_entered(done: Act) -> dict[str, int]:
    """Count those who are new in the list, those who took part already, and those who joined a team or could not."""
    content = parse_content(done)
    new = content.get("new", len(content["entrants"]))
    counts = {"entered": new, "there": len({*content["entrants"]}) - new}
    joined = Act.objects.filter(tournament=done.tournament_id, key=build_teams_key(done.key), kind=Kind.TEAM).first()
    if joined is not None:
        teams = parse_content(joined)
        counts |= {"joined": teams["joined"], "left": len(teams["left"])}
    return counts


def _format_first_numbers(numbers: Sequence[int | None]) -> str:
    """Return the first of many numbers, for a sentence."""
    return ", ".join(map(str, numbers[:MOST_NUMBERS])) + (" …" if len(numbers) > MOST_NUMBERS else "")


handle_list, handle_file, handle_confirmation = build_views(EntrantList)


class NewEntrantForm(ActionForm):
    """A typed name; once a question was asked, the known person or the tick that it is somebody else."""

    name = NameTextField()
    person = IdField()
    new = TickField()
    inside = TickField()  # the round too
    desk = TickField()  # typed on the desk of the round, or before its tables are there
    round = TextField()


def add_entrant(request: HttpRequest, slug: uuid.UUID) -> HttpResponse:
    """Enter a person by typing their name; ask first if similar names are known."""
    tournament = view_helpers.find_own_tournament(request, slug)
    if request.method != "POST":
        return redirect("entrants", slug=slug)
    typed = NewEntrantForm(request.POST).parse()
    done = find_earlier_act(tournament, typed["key"])
    if done is not None:
        return _redirect_to_entrant(tournament, done, typed)
    name, town = read_typed_name(typed["name"])
    if not name or len(name) > NAME_LENGTH:
        return render_entrants(request, tournament, request.POST, 400, problem=format_no_name(name))
    newcomer = _choose_newcomer(tournament, name, town, typed)
    if newcomer is None:
        like = find_similar_people(load_entrant_index(tournament), name, PersonFacts(town=town))
        similar = [(person, messages.format_why(person)) for person in like[:8]]
        waiting = [(each, messages.WHYS[why]) for each, why in find_similar_registrations(tournament, name, town)]
        asked = {
            "name": typed["name"],
            "others": similar,
            "waiting": waiting,
            "inside": typed["inside"],
            "desk": typed["desk"],
        }
        return render_entrants(request, tournament, request.POST, 200, question=asked)
    inside = view_helpers.parse_ids([typed["round"]]) if typed["inside"] else []
    try:
        newcomer = newcomer._replace(details=clean_details(town=town))
        action = EnterPeople(newcomers=[newcomer], rounds=list(inside))
        done = action.perform(tournament, typed["key"], find_actor(request))
    except ActionRefused as refused:
        return render_entrants(request, tournament, request.POST, problem=format_refusal(refused))
    return _redirect_to_entrant(tournament, done, typed)


def _redirect_to_entrant(tournament: Tournament, done: Act, content: dict[str, Any]) -> HttpResponse:
    """Redirect to the entrant who was entered."""
    number = parse_whole(content["round"], LONGEST_ID)
    round_ = Round.objects.filter(tournament=tournament, number=number or 0).first()
    if content["desk"] and round_ is not None:
        return redirect("draw" if round_.draw_id is None else "desk", slug=tournament.slug, number=round_.number)
    entrant = Entrant.objects.get(pk=parse_content(done)["entrants"][0])
    asked = {"round": content["round"], "q": entrant.number, "added": 1}
    asked |= {"inside": 1} if content["inside"] else {}
    return redirect(f"{reverse('entrants', args=[tournament.slug])}?{urlencode(asked)}#add")


def _choose_newcomer(tournament: Tournament, name: str, town: str, content: dict[str, Any]) -> Newcomer | None:
    """Return the person to be entered; None: a question must be asked first."""
    if content["person"] is not None:
        return Newcomer(name, person=content["person"])
    if content["new"]:
        return Newcomer(name, new=True)
    if find_similar_registrations(tournament, name, town):
        return None
    like = find_similar_people(load_entrant_index(tournament), name, PersonFacts(town=town))
    namesakes = [person for person in like if person.why == SAME and person.number is None and not person.against]
    if len(like) == len(namesakes) == 1:
        return Newcomer(name, person=namesakes[0].person)
    return None if like else Newcomer(name)
