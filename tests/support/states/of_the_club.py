"""States of the pages that no table has: the door, what staff sees, and what goes wrong."""

from tests.support.states import acts
from tests.support.states.state import DIRECTOR, SECRETARY, VISITOR, State
from tests.support.states.world import BROKEN, UNCLAIMED

OF_THE_CLUB = (
    State("welcome", VISITOR, "/", acts.no_tables_here),
    State("welcome-tables", VISITOR, "/", acts.tables_here),
    State("offline", VISITOR, "/offline/", acts.tables_here),
    State("log-in", VISITOR, "/log-in/"),
    State("log-in-refused", VISITOR, "/log-in/", acts.sent("main form"), pictured=False),
    State("setup", VISITOR, "/setup/", site=UNCLAIMED),
    State("setup-refused", VISITOR, "/setup/", acts.sent("main form"), site=UNCLAIMED, pictured=False),
    State("home", SECRETARY, "/", pictured=False),
    State("home-director", DIRECTOR, "/"),
    State("start", SECRETARY, "/evenings/new/"),
    State("start-refused", SECRETARY, "/evenings/new/", acts.sent("#start", name0="Anna", name1="Anna")),
    State("start-open", SECRETARY, "/evenings/new/", acts.unfolded, pictured=False),
    State("club", DIRECTOR, "/club/"),
    State("new-account", DIRECTOR, "/club/accounts/new/", pictured=False),
    State("new-account-refused", DIRECTOR, "/club/accounts/new/", acts.sent("main form"), pictured=False),
    State("account", DIRECTOR, "/club/accounts/{account}/", acts.unfolded),
    State("password", SECRETARY, "/password/"),
    State("password-refused", SECRETARY, "/password/", acts.sent("main form"), pictured=False),
    State("backups", DIRECTOR, "/backups/"),
    State("restore", DIRECTOR, "/backups/{backup}/", pictured=False),
    State("not-for-you", SECRETARY, "/club/"),
    State("link-unknown", VISITOR, "/t/00112233445566778899aabbccddeeff/"),
    State("not-there", VISITOR, "/nirgends/"),
    State("not-accepted", VISITOR, "/log-in/", acts.sent_without_token("main form"), pictured=False),
    State("away", VISITOR, "/", site=BROKEN),
)
