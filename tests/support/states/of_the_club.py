"""States of the pages that no table has: the door, what staff sees, and what goes wrong."""

from tests.support.signed_in import PASSWORD
from tests.support.states import acts
from tests.support.states.state import CAREFUL, DIRECTOR, SECRETARY, VISITOR, State
from tests.support.states.world import BROKEN, UNCLAIMED

LOG_INS, FACTOR = "/password/log-ins/", "/password/second-factor/"
HANNES = {"login": "Hannes", "password": PASSWORD}  # he has a second factor

OF_THE_CLUB = (
    State("welcome", VISITOR, "/", acts.reload_without_tables),
    State("welcome-tables", VISITOR, "/", acts.reload_with_tables),
    State("practice", VISITOR, "/practice/"),
    State("practice-table", VISITOR, "/practice/treffpunkt/", acts.begin_hand),
    State("practice-paid", VISITOR, "/practice/treffpunkt/", acts.save_practice_hand),
    State("offline", VISITOR, "/offline/", acts.reload_with_tables),
    State("log-in", VISITOR, "/log-in/"),
    State("log-in-refused", VISITOR, "/log-in/", acts.submit("main form"), pictured=False),
    State("setup", VISITOR, "/setup/", site=UNCLAIMED),
    State("setup-refused", VISITOR, "/setup/", acts.submit("main form"), site=UNCLAIMED, pictured=False),
    State("home", SECRETARY, "/", pictured=False),
    State("home-director", DIRECTOR, "/"),
    State("everything", DIRECTOR, "/everything/"),
    State("everything-secretary", SECRETARY, "/everything/", pictured=False),
    State("everything-visitor", VISITOR, "/everything/", pictured=False),
    State("search", SECRETARY, "/search/", pictured=False),
    State("search-found", DIRECTOR, "/search/?q=an"),
    State("search-nothing", SECRETARY, "/search/?q=xyzzy"),
    State("search-visitor", VISITOR, "/search/?q=pagat", pictured=False),
    State("start", SECRETARY, "/evenings/new/"),
    State("start-refused", SECRETARY, "/evenings/new/", acts.submit("#start", name0="Anna", name1="Anna")),
    State("start-open", SECRETARY, "/evenings/new/", acts.show_unfolded, pictured=False),
    State("club", DIRECTOR, "/club/"),
    State("club-log", DIRECTOR, "/club/log/"),
    State("club-log-nothing", DIRECTOR, "/club/log/?kind=files&q=nirgends", pictured=False),
    State("club-look", DIRECTOR, "/club/look/"),
    State("club-look-refused", DIRECTOR, "/club/look/", acts.submit("main form", own="#aa0000"), pictured=False),
    State("new-account", DIRECTOR, "/club/accounts/new/", pictured=False),
    State("new-account-refused", DIRECTOR, "/club/accounts/new/", acts.submit("main form"), pictured=False),
    State("account", DIRECTOR, "/club/accounts/{account}/", acts.show_unfolded),
    State("privacy", VISITOR, "/privacy/"),
    State("club-privacy", DIRECTOR, "/club/privacy/"),
    State(
        "club-privacy-refused", DIRECTOR, "/club/privacy/", acts.submit("main form", exports_days="0"), pictured=False
    ),
    State("person-privacy", DIRECTOR, "/tournaments/people/1/privacy/"),
    State("password", SECRETARY, "/password/"),
    State("password-refused", SECRETARY, "/password/", acts.submit("main form"), pictured=False),
    State("own-log-ins", DIRECTOR, LOG_INS, pictured=False),
    State("confirm", SECRETARY, FACTOR, pictured=False),
    State("confirm-before", SECRETARY, "/password/once-more/", pictured=False),
    State("confirm-refused", SECRETARY, FACTOR, acts.submit("main form", confirm_password="falsch"), pictured=False),
    State("factor-set-up", DIRECTOR, FACTOR, pictured=False),
    State("factor-refused", DIRECTOR, FACTOR, acts.submit("main form", code="12"), pictured=False),
    State("factor-on", CAREFUL, FACTOR, pictured=False),
    State("factor-codes", CAREFUL, FACTOR, acts.create_codes, pictured=False),
    State("log-in-code", VISITOR, "/log-in/", acts.submit("main form", **HANNES), pictured=False),
    State("club-file", DIRECTOR, "/club/file/"),
    State("take-club-over", DIRECTOR, "/host/clubs/file/", pictured=False),
    State("backups", DIRECTOR, "/backups/"),
    State("restore", DIRECTOR, "/backups/{backup}/", pictured=False),
    State("clock-jump", DIRECTOR, "/tournaments/time/jump/", pictured=False),
    State("hosted-clubs", DIRECTOR, "/host/clubs/"),
    State("found-club", DIRECTOR, "/host/clubs/new/", pictured=False),
    State("found-club-refused", DIRECTOR, "/host/clubs/new/", acts.submit("main form"), pictured=False),
    State("hosted-club", DIRECTOR, "/host/clubs/{neighbours}/"),
    State("archived-club", VISITOR, "/c/alte-post/", pictured=False),
    State("not-for-you", SECRETARY, "/club/"),
    State("link-unknown", VISITOR, "/t/00112233445566778899aabbccddeeff/"),
    State("not-there", VISITOR, "/nirgends/"),
    State("not-accepted", VISITOR, "/log-in/", acts.submit_without_token("main form"), pictured=False),
    State("away", VISITOR, "/", site=BROKEN),
)
