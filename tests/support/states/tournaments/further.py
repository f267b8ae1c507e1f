"""Further states of tournaments: cups, a table after its time, and pages of single things."""

from playwright.sync_api import Page

from tests.support.states import acts
from tests.support.states.state import DIRECTOR, HELPER, PLAYER, SECRETARY, VISITOR, State

UPCOMING, RUNNING, OVER = (f"/tournaments/{{t_{name}}}" for name in ("prepared", "running", "over"))
CUP = "/tournaments/{t_cup}"
CARDS = "main form"
SWAP = "form:has(#swap-one)"
DESK = (
    ("tournament-roles", DIRECTOR, f"{RUNNING}/roles/"),
    ("desk-referee", HELPER, f"{RUNNING}/rounds/1/"),
    ("desk-table-referee", HELPER, f"{RUNNING}/rounds/1/tables/6/", acts.show_unfolded),
    ("desk-unfolded", DIRECTOR, f"{RUNNING}/rounds/1/", acts.show_unfolded),
    ("desk-over", DIRECTOR, f"{OVER}/rounds/1/"),
    ("desk-table-over", DIRECTOR, f"{OVER}/rounds/1/tables/1/", acts.show_unfolded),
    ("desk-table-late", DIRECTOR, f"{RUNNING}/rounds/1/tables/6/", acts.show_unfolded),
    ("desk-late", DIRECTOR, f"{RUNNING}/rounds/1/late-hands/"),
    ("desk-late-none", DIRECTOR, f"{OVER}/rounds/1/late-hands/"),
    ("projector-before", VISITOR, f"{UPCOMING}/projector/"),
    ("projector-over", VISITOR, f"{OVER}/projector/"),
    ("wall-arranged", VISITOR, f"{UPCOMING}/projector/2/"),
    ("hall-before", DIRECTOR, f"{UPCOMING}/hall/", acts.show_unfolded),
    ("hall-ceremony", DIRECTOR, f"{CUP}/hall/"),
    ("wall-ceremony", VISITOR, f"{CUP}/projector/"),
)
DRAWS = (
    ("draw-published", DIRECTOR, f"{RUNNING}/rounds/1/draw/", acts.show_unfolded),
    ("draw-over", DIRECTOR, f"{OVER}/rounds/2/draw/", acts.show_unfolded),
    (
        "draw-by-cards-wrong",
        DIRECTOR,
        f"{UPCOMING}/rounds/1/draw/cards/",
        acts.submit(CARDS, tables="1 2 3\n4 4 99 x 5"),
    ),
    ("draw-refused", DIRECTOR, f"{UPCOMING}/rounds/1/draw/", acts.submit(SWAP, one="1", other="1")),
    ("seats-by-table", VISITOR, f"{RUNNING}/rounds/1/seats/?by=table"),
    ("seats-none", VISITOR, f"{UPCOMING}/rounds/1/seats/"),
)
RESULTS = (
    ("standings-found", VISITOR, f"{RUNNING}/standings/?find=a"),
    ("standings-nobody", VISITOR, f"{RUNNING}/standings/?find=xyz"),
    ("player-running-round", VISITOR, f"{RUNNING}/players/2/", acts.show_unfolded),
    ("results-public", VISITOR, f"{OVER}/results/"),
    ("prizes-secretary", SECRETARY, f"{OVER}/prizes/"),
    ("prizes-running", DIRECTOR, f"{RUNNING}/prizes/"),
    ("cash-box-refused", SECRETARY, f"{OVER}/cash/", acts.submit("form:has(#amount)", amount="viel", reason="so")),
)
FURTHER = tuple(State(*said)._replace(pictured=False) for said in (*DESK, *DRAWS, *RESULTS))


CUP_IN_PLAY = "/tournaments/{t_plays_cup}"
ROUND = f"{CUP_IN_PLAY}/rounds/1"
NEW = "/tournaments/new/tirol/"
ENDED_CUP, PAPER = "/tournaments/{t_cup}", "/tournaments/{t_cup_paper}"


def _tap(selector: str, **fields: str) -> acts.Act:
    """Fields are filled in, and a button is tapped."""

    def act(page: Page) -> None:
        acts.unfold(page)
        for name, value in fields.items():
            page.locator(f"#{name}").fill(value)
        with page.expect_navigation():
            page.locator(selector).click()

    return act


PICTURED = (
    State("cup-desk", DIRECTOR, f"{ROUND}/"),
    State("cup-moves", DIRECTOR, f"{ROUND}/moves/", _tap(".movers a >> nth=0")),
    State("cup-desk-table", DIRECTOR, f"{ROUND}/tables/{{cup_five}}/", acts.show_unfolded),
    State("cup-table-last-hand", PLAYER, "/tables/{at_cup_last}/"),
    State("cup-table-played", PLAYER, "/tables/{at_cup_played}/"),
    State("cup-wall", VISITOR, f"{CUP_IN_PLAY}/projector/"),
    State("cup-settings", DIRECTOR, NEW),
)
CHECKED = (
    ("cup-desk-unfolded", DIRECTOR, f"{ROUND}/", acts.show_unfolded),
    ("cup-home", DIRECTOR, f"{CUP_IN_PLAY}/"),
    ("cup-settlement", PLAYER, "/tables/{at_cup_last}/settlement/"),
    ("cup-finished", DIRECTOR, f"{ROUND}/", _tap("#finished")),  # closes nothing: a hand is disputed there
    ("cup-hands-asked", DIRECTOR, f"{ROUND}/", _tap("form:has(#hands) button", hands="13")),
    ("cup-settings-refused", DIRECTOR, NEW, acts.submit("main form", points="own", points_4="1/2")),
)
SCORES = (
    State("cup-standings", VISITOR, f"{ENDED_CUP}/standings/"),
    State("cup-round", VISITOR, f"{ENDED_CUP}/rounds/2/standings/"),
    State("cup-player", VISITOR, f"{ENDED_CUP}/players/4/", acts.show_unfolded),
    State("cup-donations", DIRECTOR, f"{ENDED_CUP}/donations/"),
)
CHECKED_SCORES = (
    ("cup-results", DIRECTOR, f"{ENDED_CUP}/results/", acts.show_unfolded),
    ("cup-edition", VISITOR, f"{ENDED_CUP}/results/1/1/"),
    ("cup-on-paper", DIRECTOR, f"{PAPER}/rounds/1/quick/"),
    (
        "cup-on-paper-wrong",
        DIRECTOR,
        f"{PAPER}/rounds/1/quick/",
        acts.submit("#totals", **{"t1-a0": "3", "t1-hands": "x"}),
    ),
    ("cup-donations-none", DIRECTOR, f"{PAPER}/donations/"),
)
CUPS = (
    *(*PICTURED, *(State(*said)._replace(pictured=False) for said in CHECKED)),
    *(*SCORES, *(State(*said)._replace(pictured=False) for said in CHECKED_SCORES)),
)


GONG = "/tables/{at_gong}/"
SOLO = acts.enter_hand(p0_contract="solo", p0_declarer="2", p0_result="won")
AT_THE_GONG = (
    State("table-choice", PLAYER, "/tables/{at_choice}/"),
    State("table-gong", PLAYER, GONG),
    State("table-gong-entered", PLAYER, GONG, SOLO),
    State("table-gong-watched", VISITOR, GONG)._replace(pictured=False),
    State("table-gong-more", PLAYER, f"{GONG}more/", acts.show_unfolded)._replace(pictured=False),
    State("table-done-more", PLAYER, "/tables/{at_done}/more/", acts.show_unfolded)._replace(pictured=False),
)
