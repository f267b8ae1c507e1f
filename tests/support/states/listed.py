"""All states: a page that is new needs one here, or a test fails."""

from tests.support.states.at_the_table import AT_THE_TABLE
from tests.support.states.brought_in import BROUGHT_IN
from tests.support.states.of_the_club import OF_THE_CLUB
from tests.support.states.papers import PAPERS
from tests.support.states.programs import PROGRAMS
from tests.support.states.statistics import STATISTICS
from tests.support.states.the_rules import THE_RULES
from tests.support.states.tournament_a import PLAYED_CUPS
from tests.support.states.tournament_b import CUPS
from tests.support.states.tournament_c import DESK
from tests.support.states.tournament_d import DRAWS
from tests.support.states.tournament_k import RESULTS
from tests.support.states.tournament_l import AT_THE_GONG
from tests.support.states.tournament_p import PEOPLE
from tests.support.states.tournament_s import SEASONS
from tests.support.states.tournament_t import TEAMS_AND_CASH
from tests.support.states.tournament_x import EXPORTS
from tests.support.states.tournaments import TOURNAMENTS
from tests.support.states.waiting import WAITING

STATES = (
    *AT_THE_TABLE,
    *THE_RULES,
    *OF_THE_CLUB,
    *TOURNAMENTS,
    *DESK,
    *DRAWS,
    *RESULTS,
    *PLAYED_CUPS,
    *CUPS,
    *AT_THE_GONG,
    *PEOPLE,
    *EXPORTS,
    *SEASONS,
    *TEAMS_AND_CASH,
    *WAITING,
    *BROUGHT_IN,
    *STATISTICS,
    *PAPERS,
    *PROGRAMS,
)
