"""Sentences of the pages about teams."""

from collections.abc import Iterable

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.core.messages import register_sentences
from tournaments.people.teams.parsing import LineFault
from tournaments.people.teams.rosters import TeamRef

register_sentences(
    {
        "no_teams": gettext_lazy("This tournament has no teams: set in its settings how many play together."),
        "no_members": gettext_lazy("A team needs at least one player."),
        "too_many_members": gettext_lazy("A team in this tournament has at most %(size)s players."),
        "in_team": gettext_lazy("Already plays for another team: start number %(numbers)s."),
        "nobody_left": gettext_lazy("Too few players without a team are left to form another one."),
        "no_such_team": gettext_lazy("This team no longer exists."),
    }
)
LINE_FAULTS: dict[str, Promise] = {
    "unknown": gettext_lazy("Line %(line)s: no participant is called “%(what)s”."),
    "several": gettext_lazy("Line %(line)s: several are called “%(what)s”. Enter the start number."),
    "nobody": gettext_lazy("Line %(line)s: it contains no player."),
    "too_many": gettext_lazy("Line %(line)s: too many players for one team: %(what)s."),
    "twice": gettext_lazy("Line %(line)s: already listed further up: %(what)s."),
    "taken": gettext_lazy("Line %(line)s: already plays for another team: %(what)s."),
    "too_long": gettext_lazy("Line %(line)s: the name of this team is too long."),
}


def format_faults(faults: Iterable[LineFault]) -> list[str]:
    """Return a sentence for each fault in a line."""
    return [str(LINE_FAULTS[fault.code]) % {"line": fault.line, "what": fault.what} for fault in faults]


def format_team_name(team: TeamRef) -> str:
    """Return the name of a team, or its number if it has no name."""
    return team.name or _("Team %(number)s") % {"number": team.number}
