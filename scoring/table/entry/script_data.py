"""The data of a sheet for the script of the entry page: valid options alone, frequent games first; points in thirds."""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from django.core.serializers.json import DjangoJSONEncoder
from django.utils.translation import gettext as _

from scoring.book.hand_form import JUNGFRAU, LOSER, MAYOR, PostedFields
from scoring.engine.hand.check.premiums import list_obstacles
from scoring.engine.hand.record import SEATS
from scoring.engine.hand.trischaken import Ending, list_endings
from scoring.engine.house_rules.paper_facts import format_ref
from scoring.engine.house_rules.sheet import Contract, Item, Premium, Sheet
from tarockclub.kit.amounts import format_points

BITS = {LOSER: 1, JUNGFRAU: 2, MAYOR: 4}  # of a player, in the data for the script


class Tick(NamedTuple):
    """A player to tick."""

    name: str  # of the field
    seat: str
    label: str
    role: str
    chosen: bool


class EndingRow(NamedTuple):
    """A row of players to tick."""

    kind: str
    label: str
    ticks: tuple[Tick, ...]


class EndingFields(NamedTuple):
    """The rows of a Trischaken that are asked instead of points; none where the sheet needs points."""

    rows: tuple[EndingRow, ...]
    hint: str
    counted: bool  # points stand in the form


def build_ending_fields(sheet: Sheet, players: Iterable[tuple[str, str, str]], posted: PostedFields) -> EndingFields:
    """Return the fields of the first play; `players` are the seats with their names and roles."""
    endings = list_endings(sheet, 0)
    asked = (
        (LOSER, _("lost"), bool(endings)),
        (JUNGFRAU, _("Jungfrau"), any(ending.jungfrauen for ending in endings)),
        (MAYOR, _("Bürgermeister"), any(ending.buergermeister is not None for ending in endings)),
    )
    rows = (
        EndingRow(kind, label, tuple(_build_tick(f"p0-{kind}-{player[0]}", player, posted) for player in players))
        for kind, label, is_asked in asked
        if is_asked
    )
    counted = any(str(posted.get(f"p0-points-{seat}", "")).strip() for seat in SEATS)
    return EndingFields(tuple(rows), _choose_hint(endings), counted)


def _build_tick(name: str, player: tuple[str, str, str], posted: PostedFields) -> Tick:
    return Tick(name, *player, chosen=bool(posted.get(name)))


def _choose_hint(endings: list[Ending]) -> str:
    """Say how many lose."""
    plain = [ending for ending in endings if not ending.jungfrauen and ending.buergermeister is None]
    sizes = {len(ending.losers) for ending in plain}
    if 1 in sizes and len(sizes) > 1:
        return _("Several only if they have the same points.")
    if sizes == {2}:
        if any(ending.buergermeister is not None for ending in endings):
            return _("Two lose, or the Bürgermeister alone. If a third player has as many points, count them.")
        return _("Two lose. If a third player has as many points, count them.")
    return ""


def encode_endings(sheet: Sheet) -> list[str]:
    """Return every ending that says what the sheet pays: a digit of bits for each player, from the forehand on."""
    return ["".join(str(_encode_seat(ending, seat)) for seat in SEATS) for ending in list_endings(sheet, 0)]


def _encode_seat(ending: Ending, seat: int) -> int:
    named = {LOSER: seat in ending.losers, JUNGFRAU: seat in ending.jungfrauen, MAYOR: seat == ending.buergermeister}
    return sum(BITS[kind] for kind, is_named in named.items() if is_named)


CALL, NEGATIVE, COLOUR, SOLO = "call", "negative", "colour", "solo"
# Of a game without a sign of its own.
GROUPS = {CALL: "crown", NEGATIVE: "notrick", COLOUR: "pik", SOLO: "mond"}
_GAMES = {"solodreier": "skues", "farbendreier": "herz", "farbeneiner": "karo", "einer": "pagat"}
_TRICKS = {0: "notrick", 1: "onetrick", 2: "twotricks", 3: "threetricks"}
_BIRD = "bird"  # any of them
PREMIUMS = {
    "pagat": "pagat",
    "uhu": "uhu",
    "kakadu": "kakadu",
    "quapil": "quapil",
    "geier": _BIRD,
    "koenige": "crown",
    "trull": "skues",
}


def find_group(contract: Contract) -> str:
    """Return which of the four groups a game belongs to."""
    if contract.is_negative or contract.is_trischaken:
        return NEGATIVE
    if contract.partner:
        return CALL
    return COLOUR if "farbspiele" in contract.groups else SOLO


def find_motif(contract: Contract) -> str:
    """Return the name of the sign of a game: of its tricks, of the bird that it needs, its own, or of its group."""
    if contract.is_trischaken:
        return "people"
    if contract.tricks in _TRICKS:
        return _TRICKS[contract.tricks]
    if contract.needs:
        return PREMIUMS.get(contract.needs[0], _BIRD) if len(contract.needs) == 1 else _BIRD
    return _GAMES.get(contract.id, GROUPS[find_group(contract)])


class CompactEncoder(DjangoJSONEncoder):
    """JSON without spaces."""

    item_separator, key_separator = ",", ":"


def build_script_rules(sheet: Sheet, forehand: int, frequent: Sequence[str] = ()) -> dict[str, Any]:
    """Return the rules of a sheet as JSON values; `frequent`: the games that stand first."""
    return {
        "forehand": forehand,
        "frequent": list(frequent),
        "equal": "equal" in sheet.radl_after,
        "total": sheet.total,
        "whole": sheet.whole,
        "mayor": sheet.trischaken.buergermeister,
        "jungfrau": sheet.trischaken.jungfrauen > 0,
        "endings": encode_endings(sheet),
        "contracts": {contract.id: _build_contract(contract, sheet) for contract in sheet.contracts.values()},
        "premiums": {premium.id: _build_premium(premium, sheet) for premium in sheet.premiums.values()},
        "obstacles": _encode_obstacles(sheet),
    }


def _build_contract(contract: Contract, sheet: Sheet) -> dict[str, Any]:
    negative = [other for other in sheet.contracts.values() if other.is_negative]
    return {
        "kind": find_kind(contract),
        "group": find_group(contract),
        "worth": format_worth(contract, is_short=True),
        "plain": sheet.get_plain_game(contract).id,
        "by": "forehand" if contract.is_trischaken else contract.by,
        "partner": contract.partner,
        "alone": contract.self_call,
        "concede": contract.can_concede,
        "blank": contract.id in sheet.blank,
        "kontra": contract.game.kontra,
        "king_lies": contract.game.king_lies,
        "win": contract.win,
        "win_kontra": contract.win_kontra,
        "needs": list(contract.needs),
        "must_kontra": sorted(contract.must_kontra),
        "never_kontra": sorted(contract.never_kontra),
        "left": [premium.id for premium in sheet.premiums.values() if contract.id in premium.left_in],
        "forms": {format_kind(*key): _build_form(item, contract) for key, item in contract.forms.items()},
        "bei": [other.id for other in negative if contract.is_negative and contract.may_stand_beside(other)],
    }


def find_kind(contract: Contract) -> str:
    """Return how a game is settled."""
    return "trischaken" if contract.is_trischaken else "negative" if contract.is_negative else "positive"


def format_worth(contract: Contract, *, is_short: bool = False) -> str:
    """Return the value of a game as printed sheets have it: "2+V", or "4 (−8)" if it costs more to lose it.

    `is_short`: "4/8", as a key of the table has room for it; elsewhere that is a worth silent and announced.
    """
    worth = format_points(contract.value)
    if len(contract.needs) > 1:
        return f"{worth}+V"
    if contract.needs:
        return format_points(contract.value + contract.needed_value)
    if contract.lost == contract.value:
        return worth
    return f"{worth}/{format_points(contract.lost)}" if is_short else f"{worth} (−{format_points(contract.lost)})"


def _build_form(item: Item, contract: Contract) -> dict[str, Any]:
    """Return a premium in one form; `decides`: if it is lost, it decides the game whatever the points."""
    decides = contract.multiplied and item.times > 1 and item.can_be_lost
    lies = item.king_lies
    return {"kontra": item.kontra, "king_lies": lies, "lost": item.can_be_lost, "decides": decides}


def _build_premium(premium: Premium, sheet: Sheet) -> dict[str, Any]:
    """Return the card points (thirds) below which it can be lost, and from which on it can be won."""
    return {
        "points": premium.points,
        "won_from": sheet.total - sheet.talon if premium.all_points else premium.points or 0,
        "wins": premium.wins_game,
        "takes_kontra": premium.takes_kontra,
        "missed_denies": sorted(premium.missed_denies),
    }


def _encode_obstacles(sheet: Sheet) -> dict[str, dict[str, str]]:
    """Return for each premium in each form the codes of what is in its way, each with the premiums in their forms."""
    encoded: dict[str, dict[str, list[str]]] = {}
    for key, obstacles in list_obstacles(sheet).items():
        codes = encoded.setdefault(format_kind(*key), {})
        for other, code in obstacles.items():
            codes.setdefault(code, []).append(format_kind(*other))
    return {key: {code: " ".join(kinds) for code, kinds in codes.items()} for key, codes in encoded.items()}


def list_reminders(sheet: Sheet, language: str) -> list[dict[str, Any]]:
    """Return all reminders, the most specific to the last tap first; `in`, `items`: null for any."""
    english = language.startswith("en")
    return [
        {
            "text": reminder.text_en if english else reminder.text,
            "ref": format_ref(reminder.ref, language),
            "in": None if reminder.contracts is None else sorted(reminder.contracts),
            "items": None if reminder.items is None else sorted(format_kind(*item) for item in reminder.items),
            "when": sorted(reminder.when),
            "unless": sorted(reminder.unless),
        }
        for reminder in sheet.reminders
    ]


def format_kind(premium: str, announced: bool) -> str:
    """Return the key of a premium in one form, as in the forms of the contracts."""
    return f"{premium}-{'announced' if announced else 'silent'}"


FIRST = 5
STEADY = 8  # hands for which the order stays: nothing moves under a thumb each deal
USUAL = ("rufer", "normalspiel", "trischaken", "solorufer", "solo", "dreier", "besserrufer", "piccolo", "farbensolo")


def list_frequent_games(sheet: Sheet, played: Iterable[str]) -> tuple[str, ...]:
    """Return the first games of a table, in the order of the sheet, from those that it has played, the oldest first.

    As long as there are too few hands, those that are played most everywhere.
    """
    plain = {game.id: sheet.get_plain_game(game).id for game in sheet.contracts.values()}
    games = [plain.get(game, game) for game in played]
    counts = Counter(games[: len(games) // STEADY * STEADY])
    usual = {game: -rank for rank, game in enumerate(USUAL, start=1)}
    ranked = sorted(
        dict.fromkeys(plain.values()), key=lambda game: (counts[game], usual.get(game, -len(USUAL) - 1)), reverse=True
    )
    first = set(ranked[:FIRST])
    return tuple(game for game in sheet.contracts if game in first)
