"""Rows that the acts of a table seal."""

from tarockclub.act_chain import Chain, Part, register

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
