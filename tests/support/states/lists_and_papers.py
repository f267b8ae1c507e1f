"""States of the pages of statistics, of lists of the club, papers, and programs that may use the API."""

from tests.support.states import acts
from tests.support.states.state import DIRECTOR, SECRETARY, VISITOR, State

UPCOMING, OVER = "/tournaments/{t_prepared}", "/tournaments/{t_over}"
NEW = "/club/programs/new/"

STATISTICS = (
    State("evenings", SECRETARY, "/evenings/"),
    State("evenings-archived", SECRETARY, "/evenings/archive/", pictured=False),
    State("evening-archive", SECRETARY, "/tables/{demo}/archive/", pictured=False),
    State("tournament-log", SECRETARY, "/tournaments/{t_running}/log/"),
    State("statistics", SECRETARY, "/statistics/"),
    State("statistics-picked-out", SECRETARY, "/statistics/?of=evenings&sort=name", pictured=False),
    State("statistics-nothing", SECRETARY, "/statistics/?from=2001-01-01&to=2001-01-02", pictured=False),
    State("statistics-player", SECRETARY, "/statistics/players/12/"),
    State("statistics-games", SECRETARY, "/statistics/games/"),
    State("statistics-game", SECRETARY, "/statistics/games/normalspiel/", acts.show_unfolded, pictured=False),
    State("statistics-sheets", SECRETARY, "/statistics/sheets/", pictured=False),
    State("statistics-sheet", SECRETARY, "/statistics/sheets/zwanzigerrufen/", pictured=False),
)
PAPERS = (
    State("papers", DIRECTOR, f"{OVER}/paper/"),
    State("papers-prepared", SECRETARY, f"{UPCOMING}/paper/", pictured=False),
    State("rules-print", VISITOR, "/sheets/treffpunkt/", acts.show_unfolded, pictured=False),
)
OF_PROGRAMS = (
    ("programs", DIRECTOR, "/club/programs/"),
    ("program-new", DIRECTOR, NEW),
    ("program-refused", DIRECTOR, NEW, acts.submit("main form", client=" ")),
    ("program-made", DIRECTOR, NEW, acts.submit("main form", client="Wandtafel")),
    ("program-end", DIRECTOR, "/club/programs/{program}/end/"),
    ("api-docs", VISITOR, "/api/v1/docs/"),
    ("api-docs-hands", VISITOR, "/api/v1/docs/hands/"),
)
PROGRAMS = tuple(State(*said)._replace(pictured=False) for said in OF_PROGRAMS)  # only checked
