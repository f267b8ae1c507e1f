"""The sums of the shares of many hands: one sum for each player, partner, game and role. Pure values."""

from collections.abc import Iterable
from typing import NamedTuple

from scoring.book.sums.facts import Claim, PlayedHand, Share, list_claims, list_shares
from scoring.engine.house_rules.sheet import Sheet


class PlayKey(NamedTuple):
    """The key of added shares: player, partner, game and role."""

    person_id: int
    partner_id: int | None
    contract: str
    role: str


class PlaySum(NamedTuple):
    """The sum of shares; amounts in sixths, card points in thirds."""

    hands: int = 0
    won: int = 0
    lost: int = 0
    radl: int = 0
    kontra: int = 0
    kontra_won: int = 0
    pointed: int = 0  # hands with known card points
    points: int = 0
    written: int = 0
    money: int = 0
    best: int = 0  # best hand in the written score
    best_line: int = 0
    worst: int = 0
    worst_line: int = 0


class ClaimKey(NamedTuple):
    """The key of added premiums; those without a player belong to the table."""

    person_id: int | None
    premium: str
    announced: bool


class ClaimSum(NamedTuple):
    """The numbers of premiums made and lost."""

    made: int = 0
    lost: int = 0


class Sums(NamedTuple):
    """The sums of the hands of a table."""

    hands: int
    radl: int
    plays: dict[PlayKey, PlaySum]
    claims: dict[ClaimKey, ClaimSum]


def add_up_hands(hands: Iterable[PlayedHand], sheet: Sheet) -> Sums:
    """Add up the hands of a table one by one, without keeping them."""
    count, doubled = 0, 0
    plays: dict[PlayKey, PlaySum] = {}
    premiums: dict[ClaimKey, ClaimSum] = {}
    for hand in hands:
        count += 1
        doubled += hand.radl > 1
        for share in list_shares(hand, sheet):
            key = PlayKey(share.person, share.partner, share.contract, share.role)
            plays[key] = add_share(plays.get(key), share)
        for claim in list_claims(hand):
            claim_key = ClaimKey(claim.person, claim.premium, claim.announced)
            premiums[claim_key] = _add_claim(premiums.get(claim_key, ClaimSum()), claim)
    return Sums(count, doubled, plays, premiums)


def add_share(so_far: PlaySum | None, share: Share) -> PlaySum:
    """Add a share to a sum; of equal best hands the first stays."""
    total = so_far or PlaySum(best=share.written, best_line=share.line, worst=share.written, worst_line=share.line)
    better, worse = share.written > total.best, share.written < total.worst
    return PlaySum(
        hands=total.hands + 1,
        won=total.won + (share.won is True),
        lost=total.lost + (share.won is False),
        radl=total.radl + share.radl,
        kontra=total.kontra + share.kontra,
        kontra_won=total.kontra_won + (share.kontra and share.won is True),
        pointed=total.pointed + (share.points is not None),
        points=total.points + (share.points or 0),
        written=total.written + share.written,
        money=total.money + share.money,
        best=share.written if better else total.best,
        best_line=share.line if better else total.best_line,
        worst=share.written if worse else total.worst,
        worst_line=share.line if worse else total.worst_line,
    )


def _add_claim(claims: ClaimSum, claim: Claim) -> ClaimSum:
    return ClaimSum(claims.made + claim.is_made, claims.lost + (not claim.is_made))
