"""States of the pages for the world outside: the front page, sharing, and where a director decides on it."""

from tests.support.states import acts
from tests.support.states.state import DIRECTOR, PLAYER, VISITOR, State

RUNNING, OVER = (f"/tournaments/{{t_{name}}}" for name in ("running", "over"))
PUBLIC = "/club/public/"

OUTSIDE = (
    State("front", VISITOR, "/front/", acts.reload_without_tables),
    State("coming", VISITOR, "/front/coming/"),
    State("all-results", VISITOR, "/front/results/"),
    State("all-seasons", VISITOR, "/front/seasons/", pictured=False),
    State("publication", DIRECTOR, PUBLIC),
    State("internet", DIRECTOR, f"{OVER}/internet/"),
    State("internet-running", DIRECTOR, f"{RUNNING}/internet/", pictured=False),
    State("internet-season", DIRECTOR, "/tournaments/seasons/{season}/internet/", pictured=False),
    State("internet-club", DIRECTOR, "/club/internet/", pictured=False),
    State("standings-followed", VISITOR, f"{RUNNING}/standings/?follow=1,9"),
    State("share-standings", VISITOR, f"{RUNNING}/share/"),
    State("share-round", VISITOR, f"{OVER}/rounds/1/share/", pictured=False),
    State("share-season", VISITOR, "/tournaments/seasons/{season}/share/", pictured=False),
    State("share-evening", VISITOR, "/tables/{ended}/share/", pictured=False),
    State("share-hand", VISITOR, "/tables/{demo}/lines/{demo_lines[0]}/share/", pictured=False),
    State("share-settlement", PLAYER, "/tables/{money}/settlement/share/", pictured=False),
)
