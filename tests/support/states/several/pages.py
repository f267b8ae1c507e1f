"""States of the pages of a federation and of one of its clubs."""

from tests.support.states import acts
from tests.support.states.state import VISITOR, State
from tests.support.states.world import SEVERAL

FEDERAL, MEMBER = "federal", "member"  # directors of the federation, and of a club
MEMBERSHIP, OFFERS = "/club/federation/", "/club/federation/results/"

SEVERAL_CLUBS = (
    State("federation", FEDERAL, MEMBERSHIP, site=SEVERAL),
    State("federation-of-a-club", MEMBER, MEMBERSHIP, site=SEVERAL),
    State("federation-unknown", MEMBER, MEMBERSHIP, acts.submit("form:has(#word)", word="nirgends"), SEVERAL, False),
    State("federation-results", FEDERAL, OFFERS, site=SEVERAL),
    State("federation-results-of-a-club", MEMBER, OFFERS, site=SEVERAL),
    State("federation-offer", MEMBER, OFFERS + "?of={given}", site=SEVERAL),
    State("federation-front", VISITOR, "/c/verband/front/", site=SEVERAL),
    State("directory", VISITOR, "/", site=SEVERAL),
    State("directory-privacy", VISITOR, "/privacy/", site=SEVERAL, pictured=False),
    State("federation-number", MEMBER, "/tournaments/people/1/#federation", site=SEVERAL, pictured=False),
)
