"""The winner of a game and the kontras that count, for checking and for scoring a record."""

from scoring.engine.hand.record import SEATS, HandRecord, Play, RecordedPremium
from scoring.engine.house_rules.sheet import Contract, Item, Sheet

LEAST_KONTRA = 2  # a game counts as kontra'd from here


def list_outcome_seats(play: Play, side: str) -> tuple[int, ...]:
    """The seats of one side of a game.

    >>> list_outcome_seats(Play("rufer", 0, 2), "defence")
    (1, 3)
    """
    own = play.side
    return own if side == "declarer" else tuple(seat for seat in SEATS if seat not in own)


def count_kontra(kontra: int, kontra_by: int | None, side: tuple[int, ...]) -> int:
    """A kontra as it counts: 1 where somebody kontra'd his own side."""
    return 1 if kontra_by is not None and kontra_by in side else kontra


def get_game_kontra(play: Play, contract: Contract) -> int:
    """The kontra on a game with sides, as it counts."""
    if play.kontra == 1 or isinstance(play.kontra, tuple):
        return 1
    void = contract.game.king_lies and play.king_in_talon
    return 1 if void else count_kontra(play.kontra, play.kontra_by, play.side)


def get_premium_kontra(recorded: RecordedPremium, item: Item, play: Play) -> int:
    """The kontra on a premium, as it counts."""
    if recorded.kontra == 1:
        return 1
    void = item.king_lies and play.king_in_talon
    return 1 if void else count_kontra(recorded.kontra, recorded.kontra_by, list_outcome_seats(play, recorded.side))


def get_hand_kontra(record: HandRecord, contract: Contract) -> int:
    """The kontra of a hand as it counts: on the game, or on the announced premium that takes it instead."""
    play = record.plays[0]
    for recorded in record.premiums:
        item = contract.forms.get((recorded.premium, recorded.announced))
        if recorded.announced and item is not None and item.premium is not None and item.premium.takes_kontra:
            return get_premium_kontra(recorded, item, play)
    return get_game_kontra(play, contract)


def choose_kontra_text(item: Item, sheet: Sheet, *, in_coins: bool = True) -> str:
    """Return the text for a kontra above the limit of an item; `in_coins`: there is one, where the sheet has coins."""
    if item.kontra > 1:
        return "kontra_too_high"
    return "kontra_in_coins" if sheet.coins and in_coins else "no_kontra"


def has_needed_premium(record: HandRecord, contract: Contract) -> bool:
    """Return whether the declarer's side has announced one of the premiums that a bird contract needs."""
    return any(
        recorded.announced and recorded.side == "declarer" and recorded.premium in contract.needs
        for recorded in record.premiums
    )


def get_win_limit(play: Play, contract: Contract) -> int:
    """Card points (thirds) from which the declarer's side wins."""
    return contract.win_kontra if get_game_kontra(play, contract) >= LEAST_KONTRA else contract.win


def find_forced_outcome(record: HandRecord, contract: Contract) -> bool | None:
    """Return the outcome that a lost multiplying premium decides, whatever the points; None: nothing decides it."""
    if contract.multiplied:
        for recorded in record.premiums:
            item = contract.forms.get((recorded.premium, recorded.announced))
            if item is not None and item.times > 1 and item.can_be_lost and not recorded.won:
                return recorded.side == "defence"
    return None


def compute_outcome(record: HandRecord, play: Play, contract: Contract) -> bool | None:
    """Return the outcome of a game by its premiums, tricks or card points; None: they say nothing of it."""
    decided = find_forced_outcome(record, contract)
    if decided is not None:
        return decided
    if contract.tricks is not None:
        return None if play.tricks is None else play.tricks == contract.tricks
    if isinstance(play.points, int):
        return play.points >= get_win_limit(play, contract)
    won = [recorded for recorded in record.premiums if recorded.announced and recorded.won]
    forms = ((recorded, contract.forms.get((recorded.premium, True))) for recorded in won)  # a Valat wins the game, too
    sides = (recorded.side for recorded, item in forms if item is not None and item.premium and item.premium.wins_game)
    side = next(sides, None)
    return None if side is None else side == "declarer"


def is_won(record: HandRecord, play: Play, contract: Contract) -> bool:
    """Tell if the declarer's side has won a game of a valid record."""
    return bool(compute_outcome(record, play, contract)) if play.result is None else play.result == "won"
