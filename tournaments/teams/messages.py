"""What the pages of teams say."""

from collections.abc import Iterable

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.acts import Refused
from tournaments.messages import SENTENCES, sentence
from tournaments.teams.parsing import Wrong
from tournaments.teams.rosters import TeamAt

REFUSED: dict[str, Promise] = {
    "no_teams": gettext_lazy("This tournament has no teams: say in its settings how many play together."),
    "no_members": gettext_lazy("A team needs at least one player."),
    "too_many_members": gettext_lazy("A team of this tournament has %(size)s players at most."),
    "in_team": gettext_lazy("Plays for another team already: start number %(numbers)s."),
    "nobody_left": gettext_lazy("Too few are left without a team to make another one."),
    "no_such_team": gettext_lazy("This team does not exist any more."),
}
WRONG: dict[str, Promise] = {
    "unknown": gettext_lazy("Line %(line)s: nobody who takes part is called “%(what)s”."),
    "several": gettext_lazy("Line %(line)s: several are called “%(what)s”. Type the start number."),
    "nobody": gettext_lazy("Line %(line)s: there is no player in it."),
    "too_many": gettext_lazy("Line %(line)s: these are too many players for one team: %(what)s."),
    "twice": gettext_lazy("Line %(line)s: stands further up already: %(what)s."),
    "taken": gettext_lazy("Line %(line)s: plays for another team already: %(what)s."),
    "too_long": gettext_lazy("Line %(line)s: the name of this team is too long."),
}


def problem(refused: Refused) -> str:
    """Why something could not be done."""
    said = REFUSED.get(refused.code)
    return str(said) % refused.params if said is not None and refused.code not in SENTENCES else sentence(refused)


def told(wrong: Wrong) -> str:
    """What is wrong in a line."""
    return str(WRONG[wrong.code]) % {"line": wrong.line, "what": wrong.what}


def told_of(some: Iterable[Wrong]) -> list[str]:
    """All that is wrong, a sentence each."""
    return [told(one) for one in some]


def name_of(team: TeamAt) -> str:
    """What a team is called: by its number where it has no name."""
    return team.name or _("Team %(number)s") % {"number": team.number}
