"""The rows that the acts of a club seal, and the chain of its log, which seals nothing but itself."""

from tarockclub.act_chain import Chain, SealedPart, register_chain

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
        ),
    )
)
LOG = register_chain(Chain("log", "tarockclub.ClubLog", "club", "tarockclub.LogEntry", "log", (), version="entries"))
