"""The actions on a tournament as a whole as tests call them."""

from tarockclub.platform.accounts.actors import ANONYMOUS
from tournaments.hall.setup.actions import (
    ArchiveTournament,
    ChooseColumns,
    GiveUpRound,
    OpenRound,
    PlanRounds,
    find_opened_round,
)
from tournaments.models import Round


def plan_rounds(tournament, key, rounds):
    return PlanRounds.build(rounds=rounds).perform(tournament, key)


def choose_columns(tournament, key, columns):
    return ChooseColumns(columns=list(columns)).perform(tournament, key)


def open_round(tournament, key, who=ANONYMOUS) -> Round:
    return find_opened_round(OpenRound().perform(tournament, key, who))


def give_up_round(round_, key, reason, who=ANONYMOUS):
    return GiveUpRound().perform(round_, key, who, reason)


def set_archived(tournament, key, *, back=False):
    return ArchiveTournament(back=back).perform(tournament, key)
