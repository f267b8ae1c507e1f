"""Sentences of the pages about teams."""

from collections.abc import Iterable

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.people.teams.parsing import LineFault
from tournaments.people.teams.rosters import TeamRef

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
