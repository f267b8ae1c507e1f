"""A hand as another sheet would have it entered: what has a counterpart there, with a sentence for each."""

from typing import NamedTuple

from scoring.engine.hand.record import HandRecord
from scoring.engine.house_rules.sheet import Contract, Sheet
from scoring.engine.problems import Names
from scoring.engine.texts.lines import TRANSLATED


class Translation(NamedTuple):
    """A record for another sheet, and what is different in it."""

    record: HandRecord
    remarks: tuple[Names, ...] = ()  # in German and in English


def translate_record(record: HandRecord, own: Sheet, other: Sheet) -> Translation:
    """Translate a valid record of one sheet: a game by its announced bird, a kontra into coins."""
    remarks: tuple[Names, ...] = ()
    counterpart = _find_counterpart(record, own, other)
    if counterpart is not None:
        record = record._replace(plays=(record.plays[0]._replace(contract=counterpart.id),))
        remarks += (_format("contract", counterpart.names),)
    if other.coins and _has_kontra(record):
        plays = tuple(play._replace(kontra=1, kontra_by=None) for play in record.plays)
        premiums = tuple(recorded._replace(kontra=1, kontra_by=None) for recorded in record.premiums)
        record = record._replace(plays=plays, premiums=premiums)
        remarks += (_format("kontra"),)
    return Translation(record, remarks)


def _format(code: str, name: Names = ("", "")) -> Names:
    german, english = TRANSLATED[code]
    return german.format(name=name[0]), english.format(name=name[1])


def _has_kontra(record: HandRecord) -> bool:
    return any(play.kontra != 1 for play in record.plays) or any(premium.kontra != 1 for premium in record.premiums)


def _find_counterpart(record: HandRecord, own: Sheet, other: Sheet) -> Contract | None:
    """Return the game of the other sheet that is bid with the same bird; None: it is the same, or there is none.

    Of several announced birds the dearest is the one that is bid.
    """
    contract = own.contracts[record.plays[0].contract]
    announced = {entry.premium for entry in record.premiums if entry.announced and entry.side == "declarer"}
    birds = announced.intersection(contract.needs)
    namesake = other.contracts.get(contract.id)
    if not birds or (namesake is not None and birds.intersection(namesake.needs)):
        return None
    games = [
        (game.forms[bird, True].value, game)
        for game in other.contracts.values()
        for bird in birds.intersection(game.needs)
        if game.groups == contract.groups and (bird, True) in game.forms
    ]
    return max(games, key=lambda pair: pair[0])[1] if games else None
