"""What the acts of a table and of a club seal."""

from scoring.ledger.act_chain import Chain, Part, register

TABLE = register(
    Chain(
        "table",
        "scoring.GameTable",
        "slug",
        "scoring.TableAct",
        "table",
        (
            Part("marks", "scoring.Mark", "table", ("entry__sequence", "kind", "place", "key", "by", "device", "at")),
            Part(
                "held_hands",
                "scoring.HeldHand",
                "table",
                (
                    *("key", "body_digest", "previous", "seats", "fields", "why", "by", "device", "at", "entered"),
                    *("decided_as", "deal", "decided_by", "decided_device", "decided_at"),
                ),
            ),
        ),
    )
)
CLUB = register(
    Chain(
        "club",
        "tarockclub.Club",
        "pk",
        "tarockclub.ClubAct",
        "club",
        (
            Part("accounts", "tarockclub.Account", "club", ("person", "role", "is_active")),
            Part("merged", "tarockclub.Person", "club", ("merged_into",), (("merged_into__isnull", False),)),
        ),
    )
)
