"""All states: a page that is new needs one here, or a test fails."""

from tests.support.states.at_the_table import AT_THE_TABLE, WAITING_HANDS
from tests.support.states.of_the_club import BROUGHT_IN, OF_THE_CLUB, OUTSIDE, PAPERS, PROGRAMS, STATISTICS
from tests.support.states.several.pages import SEVERAL_CLUBS
from tests.support.states.the_rules import OWN_SHEETS, THE_RULES
from tests.support.states.tournaments.entrants import PEOPLE, TEAMS_AND_CASH
from tests.support.states.tournaments.exports import EXPORTS
from tests.support.states.tournaments.further import AT_THE_GONG, CUPS, FURTHER
from tests.support.states.tournaments.seasons import SEASONS
from tests.support.states.tournaments.stages import TOURNAMENTS

STATES = (
    *AT_THE_TABLE,
    *THE_RULES,
    *OWN_SHEETS,
    *OF_THE_CLUB,
    *OUTSIDE,
    *TOURNAMENTS,
    *FURTHER,
    *CUPS,
    *AT_THE_GONG,
    *PEOPLE,
    *EXPORTS,
    *SEASONS,
    *TEAMS_AND_CASH,
    *WAITING_HANDS,
    *BROUGHT_IN,
    *STATISTICS,
    *PAPERS,
    *PROGRAMS,
    *SEVERAL_CLUBS,
)
