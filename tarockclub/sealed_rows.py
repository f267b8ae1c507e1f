"""Rows that the acts of a club seal."""

from tarockclub.act_chain import Chain, Part, register

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
