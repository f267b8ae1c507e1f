"""The list of participants with their rounds and payments; the page of one; start numbers; their forms."""

import uuid
from collections.abc import Callable
from typing import Any
from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse

from scoring.book.access.permissions import find_actor
from tarockclub.kit.form_fields import CleanTextField, IdField, IdsField, TextField, TickField
from tarockclub.kit.lists.names import read_typed_name
from tarockclub.kit.preferences import check_own_address
from tarockclub.kit.text import clean_text
from tarockclub.models import NAME_LENGTH
from tarockclub.platform.accounts.actors import Actor
from tarockclub.platform.accounts.looks import PAYMENTS, note_look
from tarockclub.platform.accounts.permissions import must_have
from tarockclub.platform.accounts.persons import clean_details
from tarockclub.platform.accounts.rights import Right
from tarockclub.platform.privacy.readers import INSIDE
from tournaments.core import view_helpers
from tournaments.core.actions.base import Action, perform_posted
from tournaments.core.acts import ActionRefused, Kind
from tournaments.core.messages import format_refusal
from tournaments.core.selectors import find_round, find_table
from tournaments.core.settings import parse_settings
from tournaments.core.view_helpers import ActionForm, PersonNameField
from tournaments.models import Act, Entrant, Presence, Round, RoundTable, Tournament
from tournaments.people.entrants.actions import ChangeEntries, SetPresence, Withdraw
from tournaments.people.entrants.entering import NumberByName, Renumber
from tournaments.people.entrants.fee_actions import Answer, DecideDebt, PayFees, settle_fees
from tournaments.people.entrants.fees import find_carried_fee, is_paid_once, load_fees
from tournaments.people.entrants.selectors import (
    list_entrant_places,
    list_offered_names,
    list_still_there,
    list_unseated_players,
    load_entrants_page,
)
from tournaments.people.entrants.substitutes import (
    SeatHolder,
    Substitute,
    find_leaving,
    list_former_holders,
    list_seat_holders,
)
from tournaments.people.name_lists import messages
from tournaments.people.name_lists.candidates import Newcomer

LONGEST_SEARCH = 80


class SearchField(CleanTextField):
    """A typed search; only its beginning counts."""

    def to_python(self, value: Any) -> Any:
        """Return the cleaned beginning."""
        return clean_text(str(value or "")[:LONGEST_SEARCH])


class ListForm(ActionForm):
    """The part of the list that is on display: its round, the search, the page."""

    round = IdField()
    q = SearchField()
    page = TextField()


class TicksForm(ListForm):
    """The ticks of a round (`in`) and those that were there before (`was`), or the tapped action."""

    all = TickField()
    was = IdsField()
    pay = IdsField()
    give_back = IdsField()

    def __init__(self, posted: QueryDict) -> None:
        super().__init__(posted)
        self.fields["in"] = IdsField()

    def list_shown(self) -> dict[str, str]:
        """Return the part of the list as it was sent, for the address of the next page."""
        return {name: text for name in ("round", "q", "page") if (text := self.data.get(name, ""))}


class SettleForm(ActionForm):
    """The answer to a fee (ids): paid, waived, given back; or the cents that all have paid or got; where to go next."""

    paid = IdField()
    waived = IdField()
    back = IdField()
    all_paid = IdField()
    all_back = IdField()
    next = TextField()


class EntrantForm(ActionForm):
    """An action with an entrant: alone, or in a round."""

    what = TextField()
    number = IdField(otherwise=0)
    round = IdField(otherwise=0)
    payer = IdField()


class SubstituteForm(ActionForm):
    """The person who takes over a place: a name, perhaps with the answer to the question about similar names."""

    name = PersonNameField()
    place = IdField(otherwise=-1)
    person = IdField()
    new = TickField()
    carries_fee = TickField()

    def repeat(self) -> dict[str, str]:
        """Return what was typed, for the page that refuses it."""
        typed = {"typed": self["name"].value()[:NAME_LENGTH], "chosen": self.data.get("place", "")}
        return typed | {"typed_fee": self.data.get("carries_fee", "")[:1]}


def _find_entrant(here: RoundTable, holder: SeatHolder | None) -> int | None:
    person = holder.person if holder is not None else None
    return Entrant.objects.filter(tournament=here.round.tournament, person=person).values_list("pk", flat=True).first()


MOST_READY = 8  # players without a seat who are offered with a button of their own
_OF_MONEY = ("pay", "give_back", "waived", "owed", "moved")
_OF_ENTRY = ("number", "withdraw", "back", "out", *Presence.State.values)


def show_entrants(request: HttpRequest, slug: uuid.UUID) -> HttpResponse:
    """Show the list with its actions."""
    tournament = view_helpers.find_own_tournament(request, slug)
    if request.method != "POST":
        note_look(request, tournament.club_id, PAYMENTS, of=tournament.pk)
        return render_entrants(request, tournament, request.GET)
    form = TicksForm(request.POST)
    content = form.parse()
    if content["all"] or set(content["was"]) != set(content["in"]):
        must_have(request, Right.ENTER)
    if content["pay"] or content["give_back"]:
        must_have(request, Right.TREASURE)
    round_ = get_object_or_404(Round, tournament=tournament, number=content["round"] or 0)
    try:
        _handle_ticks(content, round_, find_actor(request))
    except ActionRefused as refused:
        return render_entrants(request, tournament, request.POST, problem=format_refusal(refused))
    about = content["pay"] + content["give_back"]
    query = urlencode(form.list_shown())
    return redirect(f"{reverse('entrants', args=[tournament.slug])}?{query}" + (f"#e{about[0]}" if about else ""))


def _handle_ticks(content: dict[str, Any], round_: Round, by: Actor) -> None:
    """Keep the ticks, and carry out the tapped action."""
    key = content["key"]
    if content["all"]:
        ChangeEntries(come=list_still_there(round_)).perform(round_, key, by)
        return
    was, ticked = set(content["was"]), set(content["in"])
    if was != ticked:
        ChangeEntries(come=sorted(ticked - was), go=sorted(was - ticked)).perform(round_, f"{key}.ticks", by)
    for name, back in (("pay", False), ("give_back", True)):
        for entrant in content[name]:
            PayFees(entrants=[entrant], back=back).perform(round_, key, by)


def handle_fees(request: HttpRequest, slug: uuid.UUID) -> HttpResponse:
    """Record what somebody owes over all rounds as paid or waived, and return to the page that showed it."""
    tournament = view_helpers.find_own_tournament(request, slug)
    if request.method == "POST":
        content, who = SettleForm(request.POST).parse(), find_actor(request)
        is_back = content["back"] is not None or content["all_back"] is not None
        answer: Answer = "back" if is_back else "paid" if content["waived"] is None else "waived"
        cents = content["all_back" if is_back else "all_paid"]
        try:
            settle_fees(tournament, content["key"], answer, content[answer], who, cents=cents)
        except ActionRefused as refused:
            return render_entrants(request, tournament, request.GET, problem=format_refusal(refused))
        return redirect(check_own_address(request, content["next"], reverse("entrants", args=[slug])))
    return redirect("entrants", slug=slug)


def render_entrants(
    request: HttpRequest, tournament: Tournament, asked: QueryDict, status: int = 409, **more: Any
) -> HttpResponse:
    """Render the page of the list; `more`: the refusal, or a question."""
    shown = ListForm(asked).parse()
    listing = load_entrants_page(tournament, shown["round"], shown["q"], shown["page"])
    context = {
        "tournament": tournament,
        "seen": listing,
        "typed": shown["q"],
        "fee": parse_settings(tournament.settings).fee,
        "fee_once": is_paid_once(tournament),
        "offered": list_offered_names(tournament),
        "may_number": not any(round_.draw_id for round_ in listing["rounds"]),
        **more,
    }
    return view_helpers.render_page(
        request, "tournaments/people/entrants/entrants.html", context, status if more else 200
    )


def show_entrant(request: HttpRequest, slug: uuid.UUID, number: int) -> HttpResponse:
    """Show an entrant: start number, rounds, presence."""
    tournament = view_helpers.find_own_tournament(request, slug)
    entrant = get_object_or_404(Entrant.objects.select_related("person"), tournament=tournament, number=number)
    if request.method == "POST":
        try:
            _handle_action(request, tournament, entrant)
        except ActionRefused as refused:
            return _render_entrant(request, tournament, entrant, problem=format_refusal(refused))
        entrant.refresh_from_db(fields=["number"])
        return view_helpers.redirect_saved("entrant", slug=slug, number=entrant.number)
    note_look(request, tournament.club_id, PAYMENTS, about=entrant.person_id, of=tournament.pk)
    return _render_entrant(request, tournament, entrant)


def _handle_action(request: HttpRequest, tournament: Tournament, entrant: Entrant) -> Act:
    """Carry out the action that was tapped on the page of an entrant."""
    content, by = EntrantForm(request.POST).parse(), find_actor(request)
    key, what = content["key"], content["what"]
    if what not in (*_OF_MONEY, *_OF_ENTRY):
        raise Http404
    must_have(request, Right.TREASURE if what in _OF_MONEY else Right.ENTER)
    own: dict[str, Callable[[], Act]] = {
        "number": lambda: Renumber.build(entrant=entrant.pk, number=content["number"]).perform(tournament, key, by),
        "withdraw": lambda: Withdraw(entrant=entrant.pk).perform(tournament, key, by),
        "back": lambda: Withdraw(entrant=entrant.pk, back=True).perform(tournament, key, by),
    }
    if what in own:
        return own[what]()
    round_ = get_object_or_404(Round, tournament=tournament, number=content["round"])
    in_a_round: dict[str, Action] = {
        "pay": PayFees(entrants=[entrant.pk]),
        "give_back": PayFees(entrants=[entrant.pk], back=True),
        "out": ChangeEntries(go=[entrant.pk]),
        "waived": DecideDebt(entrant=entrant.pk, decision="waived"),
        "owed": DecideDebt(entrant=entrant.pk, decision="owed"),
        "moved": DecideDebt(entrant=entrant.pk, decision="moved", payer=content["payer"] or 0),
        **{state: SetPresence(entrants=[entrant.pk], state=state) for state in Presence.State.values},
    }
    return in_a_round[what].perform(round_, key, by)


def _render_entrant(request: HttpRequest, tournament: Tournament, entrant: Entrant, **more: Any) -> HttpResponse:
    drawn = Round.objects.filter(tournament=tournament).exclude(draw=None).exists()
    places = list_entrant_places(entrant)
    context = {
        "tournament": tournament,
        "entrant": entrant,
        "name": INSIDE.name_player(entrant.person, entrant.number),
        "places": places,
        "has_paid": any(place["presence"].paid for place in places),
        "fee": load_fees(parse_settings(tournament.settings), [entrant.pk])[entrant.pk],
        "may_number": not drawn,
        **more,
    }
    return view_helpers.render_page(request, "tournaments/people/entrants/entrant.html", context, 409 if more else 200)


def number_entrants(request: HttpRequest, slug: uuid.UUID) -> HttpResponse:
    """Number everybody again in alphabetical order."""
    tournament = view_helpers.find_own_tournament(request, slug)
    if request.method == "POST":
        try:
            perform_posted(request, tournament, NumberByName)
        except ActionRefused as refused:
            return render_entrants(request, tournament, request.GET, problem=format_refusal(refused))
    return redirect("entrants", slug=slug)


def show_substitute(request: HttpRequest, slug: uuid.UUID, number: int, table: int) -> HttpResponse:
    """Replace a player; ask about a name similar to a known one before a new person takes part."""
    view_helpers.find_own_tournament(request, slug)
    row = find_table(find_round(slug, number), table)
    if request.method != "POST":
        return _render_page(request, row)
    form = SubstituteForm(request.POST)
    if not form.is_valid():
        return _render_page(request, row, {**form.repeat(), "problem": form.errors["name"][0]}, 400)
    content = form.cleaned_data
    name, town = read_typed_name(content["name"])
    details = clean_details(town=town)
    newcomer = Newcomer(name, person=content["person"], new=content["new"], details=details)
    try:
        take = Substitute(place=content["place"], newcomer=newcomer, carries_fee=content["carries_fee"])
        take.perform(row, content["key"], find_actor(request))
    except ActionRefused as refused:
        if refused.code != "alike":
            return _render_page(request, row, {**form.repeat(), **view_helpers.format_problem(refused)}, 409)
        people = [(other, messages.format_why(other)) for other in refused.params["question"].others]
        return _render_page(request, row, {**form.repeat(), "question": {"name": newcomer.name, "others": people}})
    return view_helpers.redirect_saved("desk", slug=slug, number=number)


def _render_page(
    request: HttpRequest, here: RoundTable, more: dict[str, Any] | None = None, status: int = 200
) -> HttpResponse:
    tournament, game = here.round.tournament, here.game_table
    sits = list_seat_holders(game)
    names = {sit.place: sit.name for sit in sits}
    leaving = find_leaving(here, sits, request.GET.get("place", ""))
    done = Act.objects.filter(table=here, kind=Kind.SUBSTITUTE, undone_by=None).order_by("-sequence")
    context = {
        "tournament": tournament,
        "round": here.round,
        "table": here,
        "sits": sits,
        "back": [(holder, names[holder.place]) for holder in list_former_holders(game)],
        "last": done.first(),
        "leaving": leaving,
        "fee": find_carried_fee(here.round, _find_entrant(here, leaving)),
        "chosen": str(leaving.place) if leaving is not None else "",
        "unseated": list_unseated_players(here.round, INSIDE)[:MOST_READY],
        "offered": list_offered_names(tournament),
    }
    return view_helpers.render_page(
        request, "tournaments/people/entrants/substitute.html", {**context, **(more or {})}, status
    )
