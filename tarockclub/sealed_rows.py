"""The rows that the acts of a club seal, and the chain of its log, which seals nothing but itself."""

from tarockclub.act_chain import Chain, SealedPart, register_chain
from tarockclub.standalone_models.outside import Publication

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
            SealedPart(
                "publication",
                "tarockclub.Publication",
                "club",
                (*Publication.PARTS, "origins", "hook_url", "hook_secret"),
            ),
        ),
    )
)
LOG = register_chain(Chain("log", "tarockclub.ClubLog", "club", "tarockclub.LogEntry", "log", (), version="entries"))
