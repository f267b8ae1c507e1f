"""States of the pages of statistics, and of the lists of the club."""

from tests.support.states import acts
from tests.support.states.state import SECRETARY, State

STATISTICS = (
    State("evenings", SECRETARY, "/evenings/"),
    State("evenings-archived", SECRETARY, "/evenings/archive/", pictured=False),
    State("evening-archive", SECRETARY, "/tables/{demo}/archive/", pictured=False),
    State("tournament-log", SECRETARY, "/tournaments/{t_running}/log/"),
    State("statistics", SECRETARY, "/statistics/"),
    State("statistics-picked-out", SECRETARY, "/statistics/?of=evenings&sort=name", pictured=False),
    State("statistics-rescoring", SECRETARY, "/rescoring/?under=treffpunkt", pictured=False),
    State("statistics-rescoring-version", SECRETARY, "/rescoring/?under=am-bach@1", pictured=False),
    State("statistics-nothing", SECRETARY, "/statistics/?from=2001-01-01&to=2001-01-02", pictured=False),
    State("statistics-player", SECRETARY, "/statistics/players/12/"),
    State("statistics-games", SECRETARY, "/statistics/games/"),
    State("statistics-game", SECRETARY, "/statistics/games/normalspiel/", acts.show_unfolded, pictured=False),
    State("statistics-sheets", SECRETARY, "/statistics/sheets/", pictured=False),
    State("statistics-sheet", SECRETARY, "/statistics/sheets/zwanzigerrufen/", pictured=False),
)
