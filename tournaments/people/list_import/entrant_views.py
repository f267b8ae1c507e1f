"""Adding a participant by typing the name."""

import uuid
from typing import Any
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse

from scoring.book.access.permissions import find_actor
from tarockclub.kit.form_fields import LONGEST_ID, IdField, NameTextField, TextField, TickField
from tarockclub.kit.lists.typed_names import read_typed_name
from tarockclub.kit.text import parse_whole
from tarockclub.models import NAME_LENGTH
from tarockclub.platform.accounts.person_details import clean_details
from tournaments.core import view_helpers
from tournaments.core.acts import ActionRefused, parse_content
from tournaments.core.forms import ActionForm
from tournaments.core.messages import format_no_name, format_refusal
from tournaments.models import Act, Entrant, Round, Tournament
from tournaments.people.entrants.entering import EnterPeople
from tournaments.people.entrants.registrations import find_similar_registrations
from tournaments.people.entrants.views import render_entrants
from tournaments.people.list_import.entrant_list import find_earlier_act
from tournaments.people.name_lists import messages
from tournaments.people.name_lists.candidates import Newcomer, PersonFacts, find_similar_people, load_entrant_index
from tournaments.people.name_lists.name_matching import SAME


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
    said = NewEntrantForm(request.POST).parse()
    done = find_earlier_act(tournament, said["key"])
    if done is not None:
        return _redirect_to_entrant(tournament, done, said)
    name, town = read_typed_name(said["name"])
    if not name or len(name) > NAME_LENGTH:
        return render_entrants(request, tournament, request.POST, 400, problem=format_no_name(name))
    newcomer = _choose_newcomer(tournament, name, town, said)
    if newcomer is None:
        like = find_similar_people(load_entrant_index(tournament), name, PersonFacts(town=town))
        others = [(person, messages.format_why(person)) for person in like[:8]]
        waiting = [(each, messages.WHYS[why]) for each, why in find_similar_registrations(tournament, name, town)]
        asked = {
            "name": said["name"],
            "others": others,
            "waiting": waiting,
            "inside": said["inside"],
            "desk": said["desk"],
        }
        return render_entrants(request, tournament, request.POST, 200, question=asked)
    inside = view_helpers.parse_ids([said["round"]]) if said["inside"] else []
    try:
        newcomer = newcomer._replace(details=clean_details(town=town))
        wanted = EnterPeople(newcomers=[newcomer], rounds=list(inside))
        done = wanted.perform(tournament, said["key"], find_actor(request))
    except ActionRefused as refused:
        return render_entrants(request, tournament, request.POST, problem=format_refusal(refused))
    return _redirect_to_entrant(tournament, done, said)


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
    same = [person for person in like if person.why == SAME and person.number is None and not person.against]
    if len(like) == len(same) == 1:
        return Newcomer(name, person=same[0].person)
    return None if like else Newcomer(name)
