"""The signs of games and premiums on their keys."""

from scoring.engine.house_rules.sheet import Contract

CALL, NEGATIVE, COLOUR, SOLO = "call", "negative", "colour", "solo"
# Of a game without a sign of its own.
GROUPS = {CALL: "crown", NEGATIVE: "notrick", COLOUR: "pik", SOLO: "mond"}
_GAMES = {"solodreier": "skues", "farbendreier": "herz", "farbeneiner": "karo"}
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
