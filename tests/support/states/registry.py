"""All states: a page that is new needs one here, or a test fails."""

from tests.support.states.at_the_table import AT_THE_TABLE
from tests.support.states.imports import BROUGHT_IN
from tests.support.states.lists_and_papers import PAPERS, PROGRAMS, STATISTICS
from tests.support.states.of_the_club import OF_THE_CLUB
from tests.support.states.outside import OUTSIDE
from tests.support.states.own_sheets import OWN_SHEETS
from tests.support.states.several.pages import SEVERAL_CLUBS
from tests.support.states.the_rules import THE_RULES
from tests.support.states.tournaments.cups import CUPS
from tests.support.states.tournaments.entrants import PEOPLE
from tests.support.states.tournaments.exports import EXPORTS
from tests.support.states.tournaments.further import FURTHER
from tests.support.states.tournaments.seasons import SEASONS
from tests.support.states.tournaments.stages import TOURNAMENTS
from tests.support.states.tournaments.table_after_time import AT_THE_GONG
from tests.support.states.tournaments.teams import TEAMS_AND_CASH
from tests.support.states.waiting_hands import WAITING_HANDS

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
