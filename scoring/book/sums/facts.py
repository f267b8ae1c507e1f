"""The facts of a hand about each of its players, and their sums. Pure values."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from scoring.engine.hand.games import LEAST_KONTRA, get_game_kontra, list_kontras, list_outcome_seats
from scoring.engine.hand.record import SEATS, HandRecord, Play
from scoring.engine.hand.score_lines import Amounts
from scoring.engine.house_rules.sheet import Sheet

# The facts of a hand about each of its players: their game, its outcome, its payout. Pure values.
#
# Every hand has exactly four shares, one for each seat, so that hands and amounts can be added up. Amounts are sixths
# of a point, card points are thirds.

# The roles in a hand. The declarer of a Trischaken, a game of each against all, is alone, too.
ALONE, CALLER, PARTNER, DEFENCE, EACH = ROLES = ("alone", "caller", "partner", "defence", "each")
DECLARERS = (ALONE, CALLER)
People = tuple[int, int, int, int]  # the persons on the four seats


class PlayedHand(NamedTuple):
    """A hand that counts, as its table knows it."""

    line: int  # its number in the order of play
    people: People
    record: HandRecord
    ends: tuple[bool | None, ...]  # each game: won or lost; None: no winner, or ended by a Renonce
    written: Amounts
    money: Amounts
    radl: int  # its factor


class Share(NamedTuple):
    """The share of a player in a hand."""

    person: int
    partner: int | None  # the partner, if there was one
    contract: str
    role: str
    won: bool | None
    kontra: bool  # the game got an effective kontra
    points: int | None  # card points of the declarer's side, if recorded
    written: int
    money: int
    radl: bool
    line: int


class Claim(NamedTuple):
    """A premium of a hand, for one of its players, or for the table as a whole."""

    person: int | None
    premium: str
    announced: bool
    is_made: bool


def list_shares(hand: PlayedHand, sheet: Sheet) -> Iterator[Share]:
    """Yield the four shares of a hand."""
    for seat in SEATS:
        index = _find_game(hand, seat)
        play = hand.record.plays[index]
        role = _find_role(play, seat, trischaken=sheet.contracts[play.contract].is_trischaken)
        yield Share(
            person=hand.people[seat],
            partner=_find_partner(hand, play, seat),
            contract=play.contract,
            role=role,
            won=_has_won(hand, index, role),
            kontra=_has_kontra(play, seat, sheet),
            points=play.points if role in DECLARERS and isinstance(play.points, int) else None,
            written=hand.written[seat],
            money=hand.money[seat],
            radl=hand.radl > 1,
            line=hand.line,
        )


def _find_game(hand: PlayedHand, seat: int) -> int:
    """Return the index of the game that concerns a seat: its own game, or else the first one."""
    return next((index for index, play in enumerate(hand.record.plays) if seat in play.side), 0)


def _find_role(play: Play, seat: int, *, trischaken: bool) -> str:
    if seat == play.declarer:
        return ALONE if play.partner in (None, seat) else CALLER
    if seat == play.partner:
        return PARTNER
    return EACH if trischaken else DEFENCE


def _find_partner(hand: PlayedHand, play: Play, seat: int) -> int | None:
    if play.partner in (None, play.declarer) or seat not in play.side:
        return None
    other = play.partner if seat == play.declarer else play.declarer
    return None if other is None else hand.people[other]


def _has_won(hand: PlayedHand, index: int, role: str) -> bool | None:
    """Return the outcome of a game for a seat. Defenders against several games have won if all of them were lost."""
    if role == EACH:
        return None
    if role != DEFENCE:
        return hand.ends[index]
    ends = set(hand.ends)
    return not ends.pop() if len(ends) == 1 and None not in ends else None


def _has_kontra(play: Play, seat: int, sheet: Sheet) -> bool:
    """Return whether a game got a kontra; for negative games with individual kontras, one that concerns this seat."""
    contract = sheet.contracts[play.contract]
    if contract.is_trischaken:
        return False
    if contract.is_negative:
        by_seat = list_kontras(play)
        return (max(by_seat) if seat == play.declarer else by_seat[seat]) >= LEAST_KONTRA
    return get_game_kontra(play, contract) >= LEAST_KONTRA


def list_claims(hand: PlayedHand) -> Iterator[Claim]:
    """Yield the premiums of a hand: each for the table, and for everybody of its side, or for its only known owner.

    A hand ended by a Renonce has no premiums; a conceding side has made none.
    """
    record = hand.record
    if record.renonce is not None:
        return
    play = record.plays[0]
    for premium in record.premiums:
        is_made = premium.won and play.result != "conceded"
        seats = list_outcome_seats(play, premium.side) if premium.by is None else (premium.by,)
        for person in (None, *(hand.people[seat] for seat in seats)):
            yield Claim(person, premium.premium, premium.announced, is_made)


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
            so_far = premiums.get(claim_key, ClaimSum())
            premiums[claim_key] = ClaimSum(so_far.made + claim.is_made, so_far.lost + (not claim.is_made))
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
