"""Lists of people, previewed row by row before they are written: into the register, and into a tournament."""

import uuid
from collections.abc import Callable, Sequence
from functools import partial
from typing import Annotated, Literal

from django.http import HttpRequest
from pydantic import Field, StringConstraints

from tarockclub.kit.text import parse_whole
from tarockclub.models import Person
from tarockclub.platform.api.authentication import TO_ENTER, find_author
from tarockclub.platform.api.errors import REFUSALS, ApiError, build_input_error
from tarockclub.platform.api.operations import OwnClub, Part
from tarockclub.platform.api.schemas import In, MayBeKeyed, Number, Out, get_optional_key
from tarockclub.platform.server.apart.pool import run_apart
from tournaments.core.view_helpers import find_own_tournament
from tournaments.people.name_lists import messages
from tournaments.people.name_lists.candidates import (
    UNREADABLE,
    Newcomer,
    PersonCandidate,
    list_candidates,
    load_club_index,
    match_candidates,
)
from tournaments.people.name_lists.choices import (
    AS_NEW,
    LEAVE_OUT,
    choose_default,
    list_questions,
    parse_choices,
)
from tournaments.people.name_lists.columns import ListPerson
from tournaments.people.name_lists.file import parse_text_people
from tournaments.people.name_lists.rows import Unreadable
from tournaments.people.register.services import add_people, find_last_number

part = Part("lists", "Lists of people, previewed row by row before they are saved.")
REFUSALS[Unreadable] = lambda refused: ApiError(400, refused.code, messages.format_unreadable(refused))
Text = Annotated[str, StringConstraints(min_length=1, max_length=64_000)]
Answers = dict[str, Annotated[str, StringConstraints(max_length=20)]]


class PeopleList(In):
    """A list copied from a spreadsheet or a text: one person per line, optionally with headings."""

    text: Text


class Confirmed(PeopleList):
    """The same list, with the identity of each person."""

    answers: Answers = Field(
        default={}, description="By row: out, new, or a number in the register; if omitted: the proposed value."
    )


class RegisterConfirmed(Confirmed, MayBeKeyed):
    """The same list, to be added to the register."""

    seen: Number = Field(description="From the preview: resubmitting the list adds nobody.")


class OtherOut(Out):
    """A person a name may refer to."""

    name: str
    person: Number = Field(description="Number in the register; 0: listed further up.")
    row: Number = Field(description="Row further up that names the same person; 0: known.")
    why: str


class RowOut(Out):
    """A row of a list and its meaning."""

    row: Number
    name: str
    number: Number = Field(description="The number beside the name; 0: none.")
    team: str
    town: str
    player_number: str = Field(description="The cup's number that the list says.")
    what: Literal["new", "known", "entered", "double", "alike", "unreadable"]
    asked: bool = Field(description="`answers` may say who it is.")
    offered: str = Field(description="The default: out, new, or a number in the register.")
    others: list[OtherOut]
    why: str = Field(description="The reason why it is left out.")


class RowsOut(Out):
    """A whole list."""

    rows: list[RowOut]


class RegisterRowsOut(RowsOut):
    """A whole list, for the register."""

    seen: Number = Field(description="Must be sent when it is confirmed.")


class PutInOut(Out):
    """Number of people new in the register."""

    new: Number


@part.post("persons/list/preview", door=TO_ENTER)
def preview_register_list(request: HttpRequest, club: OwnClub, body: PeopleList) -> RegisterRowsOut:
    """Preview the import of a list into the register, row by row; nothing is written."""
    return RegisterRowsOut(
        rows=_build_rows(club.pk, _list_register_candidates(club.pk, body.text)), seen=find_last_number(club.pk)
    )


@part.post("persons/list", door=TO_ENTER, fails=(409,))
def put_list_into_register(request: HttpRequest, club: OwnClub, body: RegisterConfirmed) -> PutInOut:
    """Add the people of a previewed list to the register."""
    get_optional_key(request, body)
    newcomers = _choose_newcomers(club.pk, _list_register_candidates(club.pk, body.text), body.answers)
    return PutInOut(new=add_people(club, newcomers, body.seen, find_author(request)))


@part.post("tournaments/{uuid:slug}/entrants/list/preview", door=TO_ENTER)
def preview_entrants_list(request: HttpRequest, slug: uuid.UUID, body: PeopleList) -> RowsOut:
    """Preview the registration of people by a list, row by row; nothing is written. `entrants` registers them."""
    tournament = find_own_tournament(request, slug)
    found = _parse_list(body.text, lambda rows: list_candidates(tournament, rows))
    return RowsOut(rows=_build_rows(tournament.club_id, found))


def _list_register_candidates(club: int, text: str) -> list[PersonCandidate]:
    return _parse_list(text, lambda rows: match_candidates(load_club_index(club, {}), rows), headed=True)


def _parse_list(
    text: str, do: Callable[[Sequence[ListPerson]], list[PersonCandidate]], *, headed: bool = False
) -> list[PersonCandidate]:
    """Parse a text, and return the meaning of each row; Unreadable where it cannot be read."""
    return do(run_apart(partial(parse_text_people, headed=headed), text))


def _choose_newcomers(club: int, candidates: Sequence[PersonCandidate], answers: Answers) -> list[Newcomer]:
    """Return the newcomers to be entered; ApiError where an answer was not offered."""
    numbers = _load_numbers(club, candidates)
    asked = {str(question.listed.row): question for question in list_questions(candidates)}
    rows = {str(candidate.listed.row) for candidate in candidates}
    posted = {}
    for row, said in answers.items():
        path = f"answers/{row[:20]}"
        if row not in rows:
            raise build_input_error(path, "unknown_field")
        if row not in asked:
            continue  # submitted again: the people entered are known now
        offered = {str(numbers[person]): str(person) for person in _list_persons(asked[row])} | {
            LEAVE_OUT: LEAVE_OUT,
            AS_NEW: AS_NEW,
        }
        if said not in offered:
            raise build_input_error(path, "not_offered")
        posted[f"as-{row}"] = offered[said]
    return parse_choices(candidates, posted, numbers=False)


def _list_persons(candidate: PersonCandidate) -> list[int]:
    """Return the persons (ids) that a row may mean."""
    known = [other.person for other in candidate.others if other.person is not None]
    return known if candidate.person is None else [candidate.person, *known]


def _load_numbers(club: int, candidates: Sequence[PersonCandidate]) -> dict[int, int]:
    """Load the numbers in the register of all persons that rows may mean, by their ids; one query."""
    wanted = {person for candidate in candidates for person in _list_persons(candidate)}
    return dict(Person.objects.filter(club=club, pk__in=wanted).values_list("pk", "number"))


def _build_rows(club: int, candidates: Sequence[PersonCandidate]) -> list[RowOut]:
    numbers = _load_numbers(club, candidates)
    asked = {question.listed.row for question in list_questions(candidates)}
    return [_build_row(candidate, numbers, asked=candidate.listed.row in asked) for candidate in candidates]


def _build_row(candidate: PersonCandidate, numbers: dict[int, int], *, asked: bool) -> RowOut:
    offered = LEAVE_OUT if candidate.what == UNREADABLE else choose_default(candidate)
    listed = candidate.listed
    return RowOut.read(
        listed,
        number=listed.number or 0,
        town=listed.details.town,
        player_number=listed.details.player_number,
        what=candidate.what,
        asked=asked,
        why=str(messages.ROWS.get(listed.unreadable, listed.unreadable)),
        offered=offered if (person := parse_whole(offered)) is None else str(numbers[person]),
        others=[
            OtherOut.read(other, person=0 if other.person is None else numbers[other.person])
            for other in candidate.others
        ],
    )
