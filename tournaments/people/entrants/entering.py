"""The actions on who takes part: people are entered, known ones found by name and new ones created; start numbers."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Annotated, Any, ClassVar

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from pydantic import Field

from tarockclub.kit.text import compute_surname_key
from tarockclub.kit.time_source import now
from tarockclub.platform.accounts.persons import lock_club
from tarockclub.platform.accounts.rights import Right
from tournaments.core.actions.base import Action, Input, Operation, Spec, action
from tournaments.core.actions.names import ActNames, Content
from tournaments.core.actions.targets import TOURNAMENT, Here
from tournaments.core.acts import ActionRefused, Kind
from tournaments.models import Entrant, Round, Tournament
from tournaments.people.entrants.registrations import join_registrations
from tournaments.people.entrants.services import enter_round, find_or_create_persons, must_go_on
from tournaments.people.entrants.start_numbers import HIGHEST, EntrantId
from tournaments.people.name_lists.candidates import Newcomer

ENTRY_SPEC = Spec(kind=Kind.ENTERED, right=Right.ENTER, words=_("people were added"))
_OUT_OF_THE_WAY = 1_000_000  # start numbers that nobody has


class EntryAction(Action):
    """A change of those who take part, or of their start numbers."""

    @classmethod
    def say(cls, content: Content, names: ActNames) -> str:
        """Return who was entered, or taken out, or numbered anew."""
        if "number" in content:
            numbers = {"number": content["number"], "before": content["before"]}
            return gettext("%(name)s: start number %(number)s instead of %(before)s") % {
                "name": names.name_entrant(content["entrant"]),
                **numbers,
            }
        if "out" not in content and "rounds" not in content:
            return gettext("everybody was numbered in alphabetical order")
        parts = []
        if content["entrants"]:
            rounds = ", ".join(map(str, content.get("rounds", ())))
            text = (
                gettext("registered for round %(numbers)s: %(names)s") if rounds else gettext("registered: %(names)s")
            )
            parts.append(text % {"numbers": rounds, "names": names.name_entrants(content["entrants"])})
        if content.get("out"):
            parts.append(gettext("deregistered: %(names)s") % {"names": names.name_entrants(content["out"])})
        return "; ".join(parts)


@action(replace(ENTRY_SPEC, targets=(TOURNAMENT,)))
class EnterPeople(EntryAction):
    """Enter people, also into the rounds of these numbers; participants only enter the rounds.

    Whoever has registered, and waits under this name, is joined to their registration.
    """

    newcomers: list[Newcomer]
    rounds: list[int] = Field(default_factory=list)
    refusals: ClassVar = {
        "number_taken": _("Start number %(number)s already belongs to somebody else."),
        "namesake": _(
            "Somebody of the name %(name)s is known with other details: say who is meant, or that it is somebody new."
        ),
    }

    def list_sent(self) -> object:
        """Return the people as they are named, and the rounds."""
        return [[newcomer.list_values() for newcomer in self.newcomers], self.rounds]

    def carry_out(self, here: Here) -> dict[str, Any]:
        """Do it; "number_taken", "namesake", "no_such_round", "nobody_new" (nobody gets into the register)."""
        row = here.tournament
        must_go_on(row)
        persons = find_or_create_persons(lock_club(row.club_id), self.newcomers, creates=row.counts)
        before = set(Entrant.objects.filter(tournament=row, withdrawn=None).values_list("pk", flat=True))
        entrants = _find_or_create_entrants(row, self.newcomers, persons)
        new = set(entrants) - before
        # "Somebody else" is not who waits under the name.
        met = [pk for newcomer, pk in zip(self.newcomers, entrants, strict=True) if pk in new and not newcomer.new]
        joined = join_registrations(row, met)
        for number in self.rounds:
            round_ = Round.objects.filter(tournament=row, number=number, closed=None).first()
            if round_ is None:
                raise ActionRefused("no_such_round", round=number)
            enter_round(round_, entrants)
        content: dict[str, Any] = {"entrants": entrants, "rounds": self.rounds, "new": len(new)}
        return content | ({"joined": joined} if joined else {})


def _find_or_create_entrants(row: Tournament, newcomers: Sequence[Newcomer], persons: Sequence[int]) -> list[int]:
    """Return the entrants' ids, in the same order; new entrants get start numbers."""
    rows = {entrant.person_id: entrant for entrant in Entrant.objects.filter(tournament=row)}
    back = [rows[person].pk for person in persons if person in rows and rows[person].withdrawn is not None]
    Entrant.objects.filter(pk__in=back).update(withdrawn=None)
    taken = {entrant.number for entrant in rows.values()}
    new: list[Entrant] = []
    moment = now()
    chosen = {newcomer.number for newcomer in newcomers if newcomer.number is not None}
    last = max(taken | chosen, default=0)
    for newcomer, person in zip(newcomers, persons, strict=True):
        if person in rows:
            continue
        if newcomer.number is not None and (newcomer.number in taken or newcomer.number < 1):
            raise ActionRefused("number_taken", number=newcomer.number)
        last = last + 1 if newcomer.number is None else last
        number = newcomer.number or last
        taken.add(number)
        rows[person] = Entrant(tournament=row, person_id=person, number=number, entered=moment)
        new.append(rows[person])
    Entrant.objects.bulk_create(new, batch_size=200)
    return [rows[person].pk for person in persons]


class NumberAction(EntryAction):
    """Other start numbers, as long as no round is drawn."""

    refusals: ClassVar = {
        "number_wrong": _("Start numbers go from 1 to 9999."),
        "numbers_are_drawn": _("The first round has been drawn: start numbers stay as they are."),
    }

    def carry_out(self, here: Here) -> dict[str, Any]:
        """Change them; "numbers_are_drawn"."""
        must_go_on(here.tournament)
        if Round.objects.filter(tournament=here.tournament).exclude(draw=None).exists():
            raise ActionRefused("numbers_are_drawn")
        return self.change_numbers(here.tournament)

    def change_numbers(self, row: Tournament) -> dict[str, Any]:
        """Write the numbers, and return the content of the act."""
        raise NotImplementedError


@action(
    replace(
        ENTRY_SPEC,
        operations=(
            Operation(
                TOURNAMENT, "entrants/{int:number}/number", "renumber_entrant", path_values={"number": "entrant"}
            ),
        ),
        sent_word="number",
        schema=("NewNumber", "Another start number; the player who has it now gets the old one in exchange."),
    )
)
class Renumber(NumberAction):
    """Give a player another start number, before the first draw; the player who has it now gets the old one."""

    entrant: EntrantId
    number: Annotated[int, Field(ge=1, le=HIGHEST), Input(refusal="number_wrong")]

    def change_numbers(self, row: Tournament) -> dict[str, Any]:
        """Swap it with whoever has it now; "nobody_known"."""
        one = Entrant.objects.filter(tournament=row, pk=self.entrant).first()
        if one is None:
            raise ActionRefused("nobody_known")
        other = Entrant.objects.filter(tournament=row, number=self.number).exclude(pk=one.pk).first()
        if other is not None:
            Entrant.objects.filter(pk=other.pk).update(number=_OUT_OF_THE_WAY)
        Entrant.objects.filter(pk=one.pk).update(number=self.number)
        if other is not None:
            Entrant.objects.filter(pk=other.pk).update(number=one.number)
        return {"entrant": one.pk, "number": self.number, "before": one.number, "other": other.pk if other else None}


@action(
    replace(
        ENTRY_SPEC,
        operations=(Operation(TOURNAMENT, "entrants/in-order", "number_entrants_by_name"),),
        sent_alone="numbers",
    )
)
class NumberByName(NumberAction):
    """Renumber everybody in alphabetical order, before the first draw.

    From 1, by surname; the withdrawn come last.
    """

    def change_numbers(self, row: Tournament) -> dict[str, Any]:
        """Give out the numbers in two steps: no two entrants ever have the same."""
        entrants = list(Entrant.objects.filter(tournament=row).select_related("person"))
        entrants.sort(
            key=lambda entrant: (entrant.withdrawn is not None, compute_surname_key(entrant.person.name), entrant.pk)
        )
        for step in (_OUT_OF_THE_WAY, 0):
            for number, entrant in enumerate(entrants, 1):
                entrant.number = step + number
            Entrant.objects.bulk_update(entrants, ["number"], batch_size=100)
        return {"entrants": [entrant.pk for entrant in entrants]}
