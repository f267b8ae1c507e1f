"""Random valid plays of any sheet: Trischaken, negative games, and games with two sides."""

from functools import cache
from itertools import permutations, product
from typing import Any

from hypothesis import strategies as st

from scoring.engine.hand.games import LEAST_KONTRA, find_forced_outcome, get_game_kontra, get_win_limit
from scoring.engine.hand.record import FOUR_KONTRAS, MOST_TRICKS, SEATS, HandRecord, Play, RecordedPremium, Renonce
from scoring.engine.hand.trischaken import Ending, list_endings
from scoring.engine.house_rules.schema import KONTRAS
from scoring.engine.house_rules.sheet import Contract, Sheet
from scoring.engine.points import BLATT

Draw = Any
MOST_BESIDE = 3


@st.composite
def trischaken_play(draw: Draw, sheet: Sheet, contract: Contract, forehand: int, renonce: Renonce | None) -> Play:
    """The forehand's Trischaken: equal points and players without a trick come up often, or only who lost."""
    play = Play(contract.id, forehand)
    if renonce is not None and draw(st.booleans()):
        return play
    endings = list_endings(sheet, forehand)
    if endings and draw(st.booleans()):
        return build_ended_play(play, draw(st.sampled_from(endings)))
    points = draw(four_points(sheet))
    tricks = None
    if draw(st.booleans()):
        taken = draw(st.lists(st.integers(1, MOST_TRICKS // 4), min_size=4, max_size=4))
        tricks = tuple(count if own else 0 for count, own in zip(taken, points, strict=True))
    return play._replace(points=points, tricks=tricks)


def build_ended_play(play: Play, ending: Ending) -> Play:
    """A Trischaken that says who lost."""
    losers, jungfrauen, mayor = ending
    return play._replace(losers=losers or None, jungfrauen=jungfrauen or None, buergermeister=mayor)


@st.composite
def four_points(draw: Draw, sheet: Sheet) -> tuple[int, int, int, int]:
    """Card points (thirds) of four players, together the whole deck."""
    unit = BLATT if sheet.whole else 1
    deck = sheet.total // unit
    if draw(st.booleans()):
        weights = draw(st.lists(st.integers(0, 3), min_size=4, max_size=4).filter(any))
        parts = [deck * weight // sum(weights) for weight in weights]
    else:
        cuts = sorted(draw(st.lists(st.integers(0, deck), min_size=3, max_size=3)))
        parts = [upper - lower for lower, upper in zip([0, *cuts], [*cuts, deck], strict=True)]
    parts[draw(st.sampled_from(SEATS))] += deck - sum(parts)
    first, second, third, fourth = (part * unit for part in parts)
    return first, second, third, fourth


@cache
def negative_tables(sheet: Sheet, first: Contract) -> tuple[tuple[Contract, ...], ...]:
    """Return the games that may be played beside this contract; it alone too where it needs no company."""
    others = [contract for contract in sheet.contracts.values() if contract.is_negative]
    tables = [(first, *beside) for size in range(MOST_BESIDE) for beside in product(others, repeat=size)]
    return tuple(table for table in tables if _fits(table))


def _fits(table: tuple[Contract, ...]) -> bool:
    names = [contract.id for contract in table]
    company = all(
        not contract.only_bei or contract.only_bei.intersection(names[:at] + names[at + 1 :])
        for at, contract in enumerate(table)
    )
    pairs = permutations(table, 2)
    return company and all(_allows(first, other) or _allows(other, first) for first, other in pairs)


def _allows(one: Contract, other: Contract) -> bool:
    return one.value == other.value if one.bei is None else other.id in one.bei


@st.composite
def negative_plays(draw: Draw, sheet: Sheet, first: Contract, forehand: int) -> tuple[Play, ...]:
    """One negative game, or several side by side, by declarers of their own."""
    tables = negative_tables(sheet, first)
    size = draw(st.sampled_from(sorted({len(table) for table in tables})))
    table = draw(st.sampled_from([choice for choice in tables if len(choice) == size]))
    seats = draw(st.permutations(SEATS))
    plays = [draw(_negative(contract, seat, size)) for contract, seat in zip(table, seats[:size], strict=True)]
    return tuple(plays)


@st.composite
def _negative(draw: Draw, contract: Contract, seat: int, size: int) -> Play:
    own = contract.tricks or 0
    most = MOST_TRICKS // size  # so that all of them together are not too many
    won = own <= most and draw(st.booleans())
    missed = [tricks for tricks in range(most + 1) if tricks != own]
    tricks = own if won else draw(st.sampled_from(missed))
    said = draw(st.sampled_from(("result", "tricks", "both")))
    kontra, kontra_by = draw(_kontras(contract, seat))
    return Play(
        contract.id,
        seat,
        result=None if said == "tricks" else "won" if won else "lost",
        tricks=None if said == "result" else tricks,
        kontra=kontra,
        kontra_by=kontra_by,
    )


def allowed_kontras(highest: int) -> st.SearchStrategy[int]:
    """A kontra up to the limit."""
    return st.sampled_from([kontra for kontra in KONTRAS if kontra <= highest])


@st.composite
def _kontras(draw: Draw, contract: Contract, seat: int) -> tuple[int | FOUR_KONTRAS, int | None]:
    """One kontra for all and perhaps who said it, or one of every opponent's own."""
    kontra = allowed_kontras(contract.game.kontra)
    if draw(st.booleans()):
        return draw(kontra), draw(st.sampled_from((None, *SEATS)))
    first, second, third, fourth = (1 if other == seat else draw(kontra) for other in SEATS)
    return (first, second, third, fourth), None


Hand = tuple[Play, tuple[RecordedPremium, ...]]
SIDES = ("declarer", "defence")
MOST_PREMIUMS = 4


@st.composite
def sided_hand(draw: Draw, sheet: Sheet, contract: Contract, forehand: int, renonce: Renonce | None) -> Hand:
    """A game with two sides and its premiums."""
    play = draw(_seated(contract, forehand))
    if play.king_in_talon and contract.can_concede and draw(st.booleans()):
        conceded: Hand = draw(_conceded_hands(contract, play))
        return conceded
    kontra, kontra_by = draw(allowed_kontras(contract.game.kontra)), draw(st.sampled_from((None, *SEATS)))
    play = play._replace(kontra=kontra, kontra_by=kontra_by)
    premiums = draw(_premiums(sheet, contract, play, renonce))
    if renonce is not None:
        result = draw(st.sampled_from((None, "won", "lost")))  # ignored
        return play._replace(result=result), premiums
    return draw(_ended_plays(sheet, contract, play, premiums)), premiums


@st.composite
def _seated(draw: Draw, contract: Contract, forehand: int) -> Play:
    """Draw the declarer and the partner."""
    seats = {"forehand": (forehand,), "others": tuple(seat for seat in SEATS if seat != forehand)}
    declarer = draw(st.sampled_from(seats.get(contract.by or "", SEATS)))
    if contract.partner is None:
        return Play(contract.id, declarer)
    partner = draw(st.sampled_from([seat for seat in SEATS if seat != declarer]))
    ways = ["partner", "partner"]
    ways += ["talon"] if contract.partner == "king" else []
    ways += ["self"] if contract.self_call else []
    match draw(st.sampled_from(ways)):
        case "talon":
            return Play(contract.id, declarer, king_in_talon=True)
        case "self":
            return Play(contract.id, declarer)
    return Play(contract.id, declarer, partner)


@st.composite
def _conceded_hands(draw: Draw, contract: Contract, play: Play) -> Hand:
    """A game that was given up: beside it stands only the bird that it needs."""
    play = play._replace(result="conceded")
    if not contract.needs:
        return play, ()
    bird = RecordedPremium(draw(st.sampled_from(contract.needs)), "declarer", announced=True, won=draw(st.booleans()))
    return play, (bird,)


@st.composite
def _premiums(
    draw: Draw, sheet: Sheet, contract: Contract, play: Play, renonce: Renonce | None
) -> tuple[RecordedPremium, ...]:
    """Premiums that may stand beside each other; a needed bird is among them."""
    found: list[RecordedPremium] = []
    if contract.needs:
        found.append(
            draw(_premium_claims(sheet, contract, play, (draw(st.sampled_from(contract.needs)), True), "declarer"))
        )
    places = [(key, side) for key in contract.forms for side in SIDES]
    if places:
        for key, side in draw(st.lists(st.sampled_from(places), max_size=MOST_PREMIUMS, unique=True)):
            one = draw(_premium_claims(sheet, contract, play, key, side))
            if _may_stand(sheet, contract, play, found, one, renonce):
                found.append(one)
    return tuple(found)


@st.composite
def _premium_claims(
    draw: Draw, sheet: Sheet, contract: Contract, play: Play, key: tuple[str, bool], side: str
) -> RecordedPremium:
    name, announced = key
    item = contract.forms[key]
    won = draw(st.booleans()) if item.can_be_lost else True
    one = RecordedPremium(name, side, announced, won, kontra_by=draw(st.sampled_from((None, *SEATS))))
    if announced:
        one = one._replace(kontra=draw(allowed_kontras(item.kontra)))
    if sheet.premiums[name].between_players:
        own = [seat for seat in SEATS if (seat in play.side) == (side == "declarer")]
        by = draw(st.sampled_from(own))
        one = one._replace(by=by, from_=draw(st.sampled_from([seat for seat in SEATS if seat != by])))
    return one


def _may_stand(
    sheet: Sheet,
    contract: Contract,
    play: Play,
    before: list[RecordedPremium],
    one: RecordedPremium,
    renonce: Renonce | None,
) -> bool:
    premium = sheet.premiums[one.premium]
    if premium.side not in (None, one.side):
        return False
    is_kontrad = get_game_kontra(play, contract) >= LEAST_KONTRA
    refused = contract.never_kontra if is_kontrad else contract.must_kontra
    if one.announced and one.side == "defence" and one.premium in refused:
        return False
    if premium.takes_kontra and one.announced and play.kontra != 1:
        return False
    for other in before:
        if renonce is None and _deny(sheet, play, one, other):
            return False
        if other.premium in premium.excludes or one.premium in sheet.premiums[other.premium].excludes:
            return False
        both = one.announced and other.announced
        other_premium = sheet.premiums[other.premium]
        if both and (other.premium in premium.excludes_announced or one.premium in other_premium.excludes_announced):
            return False
        same = other.premium == one.premium
        if same and (other.side == one.side or premium.once or (other.won and one.won and renonce is None)):
            return False
    return renonce is not None or len(_decided(sheet, contract, [*before, one])) < 2


def _deny(sheet: Sheet, play: Play, one: RecordedPremium, other: RecordedPremium) -> bool:
    """Return True if the two cannot be made by different sides, or not made and missed by one."""
    pairs = [(sheet.premiums[this.premium], this, that) for this, that in ((one, other), (other, one))]
    if one.side == other.side:
        silently_lost = [(premium, made) for premium, this, made in pairs if not (this.won or this.announced)]
        return any(made.won and made.premium in premium.missed_denies for premium, made in silently_lost)
    if not (one.won and other.won):
        return False
    for premium, _this, made in pairs:
        is_left = play.king_in_talon and play.contract in sheet.premiums[made.premium].left_in
        if (
            premium.denies is not None
            and premium.denies.is_picked((made.premium, made.announced), False)
            and not is_left
        ):
            return True
    return False


def _decided(sheet: Sheet, contract: Contract, premiums: list[RecordedPremium]) -> set[bool]:
    """Return the winners of the game that the premiums allow."""
    return {(premium.side == "declarer") == premium.won for premium in premiums if _decides(sheet, contract, premium)}


def _decides(sheet: Sheet, contract: Contract, one: RecordedPremium) -> bool:
    multiplies = contract.forms[one.premium, one.announced].times > 1
    return (sheet.premiums[one.premium].wins_game and one.won) or (multiplies and not one.won)


@st.composite
def _ended_plays(
    draw: Draw, sheet: Sheet, contract: Contract, play: Play, premiums: tuple[RecordedPremium, ...]
) -> Play:
    """Draw the end of the game: said by a result, by card points, or both, as the premiums allow."""
    decided = _decided(sheet, contract, list(premiums))
    won = draw(st.sampled_from(sorted(decided or {False, True})))
    result = "won" if won else "lost"
    lost_multiplier = find_forced_outcome(HandRecord((play,), premiums), contract) is not None
    low, high = (0, sheet.total) if lost_multiplier else _range(won, get_win_limit(play, contract), sheet.total)
    for bonus in premiums:
        premium = sheet.premiums[bonus.premium]
        needed = sheet.total - sheet.talon if premium.all_points and bonus.won else premium.points
        if needed is not None:
            own = _range(bonus.won, needed, sheet.total)
            own = own if bonus.side == "declarer" else (sheet.total - own[1], sheet.total - own[0])
            low, high = max(low, own[0]), min(high, own[1])
    unit = BLATT if sheet.whole else 1
    low, high = -(-low // unit), high // unit
    said = draw(st.sampled_from(("result", "points", "both")))
    if said == "result" or low > high:
        return play._replace(result=None if lost_multiplier and draw(st.booleans()) else result)
    points = draw(st.integers(low, high)) * unit
    return play._replace(points=points, result=result if said == "both" else None)


def _range(reached: bool, limit: int, total: int) -> tuple[int, int]:
    """The card points that reach a limit, or those that do not."""
    return (limit, total) if reached else (0, limit - 1)
