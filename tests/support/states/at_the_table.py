"""States of the pages of a table: what players see, and those who only watch."""

from tests.support.states import acts
from tests.support.states.state import PLAYER, VISITOR, State

NEW, DEMO, FIVE, SIX, MONEY, HELD_TABLE, ENDED_TABLE = (
    f"/tables/{{{name}}}/" for name in ("new", "demo", "five", "six", "money", "held", "ended")
)
FIRST, LATER, STRUCK_LINE = (f"{DEMO}lines/{{demo_lines[{at}]}}/" for at in (0, 2, 12))

TABLE = (
    State("table-new", PLAYER, NEW),
    State("table", PLAYER, DEMO),
    State("table-saved", PLAYER, f"{DEMO}?saved=15"),
    State("table-sheet", PLAYER, f"{DEMO}#schrift"),
    State("table-five", PLAYER, FIVE),
    State("table-six", PLAYER, SIX),
    State("table-long", PLAYER, "/tables/{long}/#schrift", pictured=False),
    State("table-long-whole", PLAYER, "/tables/{long}/#schrift", acts.show_whole_sheet, pictured=False),
    State("table-held", PLAYER, f"{HELD_TABLE}#held"),
    State("table-held-open", PLAYER, HELD_TABLE, acts.show_unfolded, pictured=False),
    State("table-held-ended", PLAYER, "/tables/{held_ended}/", pictured=False),
    State("table-held-filled", PLAYER, f"{HELD_TABLE}?held={{held_key}}", pictured=False),
    State("table-money", PLAYER, MONEY),
    State("table-ended", PLAYER, ENDED_TABLE),
    State("table-ended-watched", VISITOR, ENDED_TABLE, pictured=False),
    State("table-watched", VISITOR, DEMO),
    State("table-own-seat", PLAYER, DEMO, acts.take_seat),
    State("tablet", PLAYER, f"{DEMO}tablet/"),
    State("tablet-six", PLAYER, f"{SIX}tablet/?turn=2"),
    State("tablet-watched", VISITOR, f"{FIVE}tablet/", pictured=False),
    State("tablet-ended", PLAYER, f"{ENDED_TABLE}tablet/", pictured=False),
    State("table-strike", PLAYER, DEMO, acts.show_unfolded, pictured=False),
)

ENTRY = (
    State(
        "entry-dreier",
        PLAYER,
        DEMO,
        acts.enter_hand(p0_contract="dreier", p0_declarer="2", p0_result="won", prem_pagat_declarer="silent"),
    ),
    State("entry-rufer", PLAYER, NEW, acts.enter_hand(p0_contract="rufer", p0_partner="2", p0_result="won")),
    State(
        "entry-besserrufer",
        PLAYER,
        NEW,
        acts.enter_hand(
            p0_contract="besserrufer",
            p0_declarer="2",
            p0_partner="0",
            p0_result="lost",
            p0_kontra="2",
            prem_uhu_declarer="announced",
            prem_uhu_declarer_kontra="2",
        ),
    ),
    State(
        "entry-trischaken",
        PLAYER,
        NEW,
        acts.type_hand(
            {f"p0-points-{seat}": points for seat, points in enumerate(("14", "30", "25"))}, p0_contract="trischaken"
        ),
    ),
    State("entry-losers", PLAYER, NEW, acts.enter_losers("1", "2")),
    State("entry-counting", PLAYER, NEW, acts.count_pile(p0_contract="dreier", p0_declarer="1")),
    State("entry-bei", PLAYER, NEW, acts.choose_hand(p0_contract="piccolo", p0_declarer="0", p1_contract="zwiccolo")),
    State("entry-renonce", PLAYER, NEW, acts.claim_points, pictured=False),
    State("entry-incomplete", PLAYER, NEW, acts.save_too_early),
    State("entry-stale", PLAYER, DEMO, acts.send_behind_somebody),
    *(
        State(f"entry-{sheet}", PLAYER, f"/tables/{{sheet_{sheet}}}/", acts.show_unfolded, pictured=False)
        for sheet in ("standard", "skoty", "skoty_trophy", "steindl", "zwanzigerrufen", "karlsruhe")
    ),
)

FURTHER = (
    State("counting", VISITOR, "/counting/?aims=35/2"),
    State("counting-forty", VISITOR, "/counting/?pack=40&aims=45&king=7&honour=2", pictured=False),
    State("deal", PLAYER, FIRST, acts.show_unfolded),
    State("deal-struck", PLAYER, STRUCK_LINE),
    State("deal-watched", VISITOR, LATER),
    State("correct", PLAYER, f"{LATER}hand/"),
    State("insert", PLAYER, f"{LATER}insert/", pictured=False),
    State("change", PLAYER, LATER, acts.submit('form:has([name=what][value="strike"])')),
    State("change-refused", PLAYER, LATER, acts.submit('form:has([name=what][value="radl"])', deals="0")),
    State("more", PLAYER, f"{DEMO}more/"),
    State("more-open", PLAYER, f"{FIVE}more/", acts.show_unfolded, pictured=False),
    State("more-ended", PLAYER, f"{ENDED_TABLE}more/", pictured=False),
    State("may-only-watch", VISITOR, f"{DEMO}more/"),
    State("right-lost", VISITOR, f"{FIVE}more/", acts.reload_with_old_right, pictured=False),
    State("table-right-lost", VISITOR, FIVE, acts.reload_with_old_right, pictured=False),
    State("sheet-picture", VISITOR, f"{MONEY}picture/"),
    State("invite", PLAYER, f"{DEMO}link/"),
    State("invite-alone", PLAYER, f"{DEMO}link/#write"),
    State("invite-players", PLAYER, f"{FIVE}link/players/"),
    State("invite-guests", PLAYER, f"{DEMO}link/watch/"),
    State("own-seat", PLAYER, f"{FIVE}me/"),
    State("settlement", PLAYER, f"{MONEY}settlement/"),
    State("settlement-open", PLAYER, f"{MONEY}settlement/", acts.show_unfolded, pictured=False),
    State("settlement-refused", PLAYER, f"{MONEY}settlement/", acts.submit("#agreement", rate="1,234"), pictured=False),
    State("settlement-held", PLAYER, f"{HELD_TABLE}settlement/", acts.show_unfolded, pictured=False),
    State("rescoring", PLAYER, f"{MONEY}rescoring/"),
    State("rescoring-result", PLAYER, f"{MONEY}rescoring/?under=karlsruhe", acts.show_unfolded),
    State("settlement-ended", PLAYER, f"{ENDED_TABLE}settlement/", acts.show_unfolded),
)

AT_THE_TABLE = (*TABLE, *ENTRY, *FURTHER)
