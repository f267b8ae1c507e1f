"""The rows that the acts of a club seal, and those that its log seals: what gives access.

A name stands in a digest with the salt of its person, which an erasure replaces: then no name can be tried.
"""

from tarockclub.platform.act_chain import Chain, SealedPart, register_chain
from tarockclub.platform.clubs.features import build_counting_lookups
from tarockclub.standalone_models.installation import Publication

CLUB = register_chain(
    Chain(
        "club",
        "tarockclub.Club",
        "pk",
        "tarockclub.ClubAct",
        "club",
        (
            SealedPart("accounts", "tarockclub.Account", "club", ("person", "role", "is_active")),
            SealedPart("merged", "tarockclub.Person", "club", ("merged_into",), (("merged_into__isnull", False),)),
            SealedPart("shown", "tarockclub.Publication", "club", Publication.PARTS),
            SealedPart("names", "tarockclub.Person", "club", ("number", "name", "salt", "publicity", "erased")),
            SealedPart("erased", "tarockclub.Note", "club", ("salt", "text"), (("erased__isnull", False),)),
            SealedPart(  # of tables from before their own chains said it
                "starts",
                "scoring.GameTable",
                "club",
                ("slug", "started"),
                (("genesis", 1), *build_counting_lookups("round_table__round__tournament").items()),
            ),
        ),
    )
)
_VALID = ("ended", None)
_OWN_KEYS = tuple(build_counting_lookups())  # what names a feature's own tournament, which counts nowhere
LOG = register_chain(
    Chain(
        "log",
        "tarockclub.ClubLog",
        "club",
        "tarockclub.LogEntry",
        "log",
        (
            SealedPart("access", "tarockclub.Account", "club__log", ("password", "is_host")),
            SealedPart(
                "tokens",
                "tarockclub.ApiToken",
                "account__club__log",
                ("account", "digest", "role", "expires"),
                (_VALID,),
            ),
            SealedPart(
                "links",
                "scoring.AccessToken",
                "table__club__log",
                ("table", "digest", "expires"),
                (_VALID, *build_counting_lookups("table__round_table__round__tournament").items()),
            ),
            SealedPart(
                "helpers",
                "tournaments.TournamentRole",
                "account__club__log",
                ("account", "tournament", "role"),
                tuple(build_counting_lookups("tournament").items()),
            ),
            SealedPart(
                "rehearsals",
                "tournaments.Tournament",
                "club__log",
                _OWN_KEYS,
                tuple((f"{key}__isnull", False) for key in _OWN_KEYS),
            ),
            SealedPart("helping", "tarockclub.Account", "club__log", ("is_helper",), (("is_helper", True),)),
            SealedPart(
                "archive", "scoring.GameTable", "club__log", ("archived",), (("archived__isnull", False), ("clock", ""))
            ),
            SealedPart(  # no table of a tournament is ever there
                "archived_tables",
                "scoring.GameTable",
                "club__log",
                ("archived",),
                (("archived__isnull", False), ("clock__gt", "")),
            ),
            SealedPart(  # what opens an account; which codes are used up changes with each log-in
                "factors",
                "mfa.Authenticator",
                "user__club__log",
                ("user", "type", "data__secret", "data__credential", "data__seed"),
            ),
        ),
        version="entries",
    )
)
