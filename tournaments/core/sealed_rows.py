"""The rows that the acts of a tournament and of a season seal: everything that follows from the acts.

Names are in no digest: those of prizes, teams, tournaments may be a person's, and may be changed.
"""

from typing import TYPE_CHECKING

from tarockclub.platform.act_chain import SHORTEST, Chain, SealedPart, register_chain

if TYPE_CHECKING:
    from tournaments.models import JournalAct


def format_head(act: "JournalAct") -> str:
    """Return the head of all acts up to this one, as printed: `manage.py verify_ledger --head` finds it."""
    digits = bytes(act.hash).hex()[:SHORTEST]
    return " ".join(digits[start : start + 4] for start in range(0, SHORTEST, 4))


RULINGS = SealedPart(
    "rulings",
    "tournaments.Ruling",
    "tournament",
    ("number", "table", "text__digest", "decided_by__digest", "line", "entry", "corrects"),
)
TOURNAMENT = register_chain(
    Chain(
        "tournament",
        "tournaments.Tournament",
        "slug",
        "tournaments.Act",
        "tournament",
        (
            SealedPart(
                "settings",
                "tournaments.Tournament",
                "pk",
                ("club", "day", "settings", "sheet_version__digest", "seed", "frozen", "ended", "archived", "lapse"),
            ),
            SealedPart("cancelled", "tournaments.Tournament", "pk", ("cancelled",), (("cancelled__isnull", False),)),
            SealedPart("moved", "tournaments.Tournament", "pk", ("moved_from",), (("moved_from__isnull", False),)),
            SealedPart("entrants", "tournaments.Entrant", "tournament", ("person", "number", "entered", "withdrawn")),
            SealedPart(
                "applications",
                "tournaments.Application",
                "tournament",
                ("name__digest", "key", "device", "at", "decided_as", "entrant"),
                (("decided_as__gt", ""),),
            ),
            SealedPart("teams", "tournaments.Team", "tournament", ("number", "gone")),
            SealedPart("members", "tournaments.TeamMember", "team__tournament", ("team", "entrant")),
            SealedPart("rounds", "tournaments.Round", "tournament", ("number", "draw", "started", "closed")),
            SealedPart(
                "draws",
                "tournaments.Draw",
                "round__tournament",
                ("round", "number", "way", "seed", "made_from", "seating", "dealers", "at"),
            ),
            SealedPart(
                "presences",
                "tournaments.Presence",
                "round__tournament",
                ("round", "entrant", "state", "paid", "debt"),
            ),
            SealedPart(
                "tables",
                "tournaments.RoundTable",
                "round__tournament",
                ("round", "number", "game_table", "called", "done", "counts"),
            ),
            SealedPart("clocks", "tournaments.RoundTable", "round__tournament", ("game_table__clock",)),
            SealedPart("prizes", "tournaments.Prize", "tournament", ("round", "number", "cents", "gone")),
        ),
        "version",
        RULINGS,
    )
)
SEASON = register_chain(
    Chain(
        "season",
        "tournaments.Season",
        "slug",
        "tournaments.SeasonAct",
        "season",
        (
            SealedPart("settings", "tournaments.Season", "pk", ("club", "settings", "seed", "ended")),
            SealedPart(
                "events",
                "tournaments.SeasonEvent",
                "season",
                ("number", "kind", "tournament", "day", "players", "edition", "gone"),
            ),
            SealedPart(
                "points",
                "tournaments.SeasonResult",
                "event__season",
                ("event", "edition", "person", "rank", "points", "written"),
            ),
            SealedPart(
                "made", "tournaments.SeasonResult", "event__season", ("made",), (("made__isnull", False),)
            ),  # and the places of those who do not count, as member clubs have published them
            SealedPart(
                "attendance", "tournaments.SeasonResult", "event__season", ("days",), (("days__isnull", False),)
            ),
            SealedPart("others", "tournaments.SeasonEvent", "season", ("others",), (("others__gt", ""),)),
            SealedPart("carried", "tournaments.SeasonEvent", "season", ("size", "average")),
            SealedPart("evenings", "tournaments.SeasonEvent", "season", ("day",), (("evenings", True),)),
        ),
        "version",
    )
)
