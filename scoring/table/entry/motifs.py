"""The signs of games and premiums on their keys: by their usual ids, and for those of a club's own by their kind."""

from scoring.engine.house_rules.sheet import Contract

CALL, NEGATIVE, COLOUR, SOLO = "call", "negative", "colour", "solo"
GROUPS = {
    CALL: "crown",
    NEGATIVE: "notrick",
    COLOUR: "pik",
    SOLO: "mond",
}  # with the sign of a game without one of its own
_GAMES = {
    "besserrufer": "bird",
    "pagatrufer": "pagat",
    "uhurufer": "uhu",
    "kakadurufer": "kakadu",
    "quapilrufer": "quapil",
    "geierrufer": "bird",
    "trischaken": "people",
    "piccolo": "onetrick",
    "zwiccolo": "twotricks",
    "triccolo": "threetricks",
    "solobesser": "bird",
    "solodreier": "skues",
    "farbendreier": "herz",
    "farbeneiner": "karo",
}
PREMIUMS = {
    "pagat": "pagat",
    "uhu": "uhu",
    "kakadu": "kakadu",
    "quapil": "quapil",
    "geier": "bird",
    "koenige": "crown",
    "trull": "skues",
}


def find_group(contract: Contract) -> str:
    """Return which of the four groups a game belongs to."""
    if contract.is_negative or contract.is_trischaken:
        return NEGATIVE
    if contract.partner:
        return CALL
    return COLOUR if contract.id.startswith("farb") else SOLO


def find_motif(contract: Contract) -> str:
    """Return the name of the sign of a game; a game with open cards has that of the same game without."""
    usual = contract.id.removesuffix("_ouvert").removesuffix("_semi")
    return _GAMES.get(usual, GROUPS[find_group(contract)])
