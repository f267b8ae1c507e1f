"""The rows that the acts of a table, and those of a club's own sheet, seal."""

from tarockclub.platform.act_chain import Chain, SealedPart, register_chain

TABLE_CHAIN = register_chain(
    Chain(
        "table",
        "scoring.GameTable",
        "slug",
        "scoring.TableAct",
        "table",
        (
            SealedPart(
                "marks", "scoring.Mark", "table", ("entry__sequence", "kind", "place", "key", "by", "device", "at")
            ),
            SealedPart(
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
VERSIONS = SealedPart(
    "versions",
    "scoring.OwnSheetVersion",
    "own_sheet",
    ("own_sheet__club", "number", "text", "table", "reason", "key", "by", "at"),
)
SHEET_CHAIN = register_chain(
    Chain("sheet", "scoring.OwnSheet", "sheet", "scoring.OwnSheetAct", "own_sheet", (), by_act=VERSIONS)
)
