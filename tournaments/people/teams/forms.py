"""The forms of teams: one team with its players, and a pasted list."""

from typing import Any

from django.http import QueryDict

from tarockclub.kit.form_fields import CleanTextField, IdField, TextField, TextsField, TickField
from tarockclub.kit.text import clean_text
from tarockclub.models import NAME_LENGTH
from tournaments.core.forms import ActionForm, ReasonForm
from tournaments.people.teams.parsing import EntrantLookup, LineFault, format_faults, match_entrants, parse_teams
from tournaments.people.teams.rosters import FROM_THE_START
from tournaments.people.teams.services import TeamDetails

LONGEST_LIST = 100_000  # characters that are pasted


class TeamsForm(ActionForm):
    """A form with teams, whose faults are those of its lines; the teams that can be read are there in any case."""

    def __init__(self, posted: QueryDict, lookup: EntrantLookup) -> None:
        super().__init__(posted)
        self.posted, self.known = posted, lookup

    def list_sent_fields(self) -> list[list[str]]:
        """Return the fields that tell two forms with one key apart."""
        return [self.posted.getlist(name) for name in ("name", "player", "text")]

    def complain(self, faults: list[LineFault]) -> None:
        """Refuse the form for the faults in its lines."""
        for sentence in format_faults(faults):
            self.add_error(None, sentence)


class TeamForm(TeamsForm, ReasonForm):
    """A team with a line for each player; or what happens to teams without their players being typed."""

    by_lot = TickField()
    dissolve = TickField()
    name = CleanTextField()
    player = TextsField()
    since = IdField(otherwise=FROM_THE_START)

    def clean(self) -> dict[str, Any]:
        """Find the players."""
        data = super().clean() or {}
        entrants: list[int] = []
        wrong: list[LineFault] = []
        for number, text in enumerate(map(clean_text, data["player"]), 1):
            meant = match_entrants(text, self.known) if text else ()
            entrants += meant if len(meant) == 1 else ()
            if text and len(meant) != 1:
                wrong.append(LineFault("several" if meant else "unknown", number, text))
        wrong += [LineFault("too_long", 1)] if len(data["name"]) > NAME_LENGTH else []
        self.complain(wrong)
        return data | {"team": TeamDetails(data["name"], tuple(entrants))}


class TeamListForm(TeamsForm):
    """A pasted list of teams."""

    text = TextField(LONGEST_LIST)

    def __init__(self, posted: QueryDict, lookup: EntrantLookup, size: int) -> None:
        super().__init__(posted, lookup)
        self.size = size

    def clean(self) -> dict[str, Any]:
        """Read the teams."""
        data = super().clean() or {}
        teams, wrong = parse_teams(data["text"], self.known, self.size)
        self.complain(wrong)
        return data | {"teams": teams}
