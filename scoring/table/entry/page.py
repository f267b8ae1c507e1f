"""The fields of the entry page for a sheet: contracts, premiums and their options, filled with the posted values."""

from collections.abc import Iterable
from typing import Any, NamedTuple

from django.utils.html import json_script
from django.utils.translation import gettext as _

from scoring.book.hand_form import MOST_PLAYS, TALON, PostedFields, list_blatt
from scoring.engine.evening.state import Evening
from scoring.engine.hand.record import SEATS, SIDES
from scoring.engine.hand.score import is_equal
from scoring.engine.house_rules.sheet import Contract, Item, Premium, Sheet
from scoring.engine.points import print_points
from scoring.engine.texts.words import KONTRAS as SAID
from scoring.table.entry.counting import CountingPage, build_counting_page
from scoring.table.entry.script_data import (
    PREMIUMS,
    CompactEncoder,
    EndingFields,
    build_ending_fields,
    build_script_rules,
    find_motif,
    list_frequent_games,
    list_reminders,
)

KONTRAS = (1, 2, 4, 8, 16)


class EntryPlayer(NamedTuple):
    """A player on a seat of the deal."""

    seat: str
    name: str
    role: str  # "forehand", "dealer" or ""


Players = tuple[EntryPlayer, ...]


class EntryChoice(NamedTuple):
    """One option to tap."""

    value: str
    label: str
    chosen: bool = False
    title: str = ""
    role: str = ""  # "forehand" or "dealer"
    motif: str = ""  # the icon of a game


class Slot(NamedTuple):
    """The fields of one premium for one side."""

    side: str
    forms: tuple[EntryChoice, ...]  # none, silent, announced
    lost: bool
    kontras: tuple[EntryChoice, ...]
    kontra_by: tuple[EntryChoice, ...]
    by: tuple[EntryChoice, ...]
    from_: tuple[EntryChoice, ...]


class PremiumRow(NamedTuple):
    """One premium with its two slots."""

    premium: Premium
    name: str
    gloss: str
    slots: tuple[Slot, ...]
    kontra_void: bool  # it does not count while the king is in the talon
    motif: str  # an icon, or ""


class PlayFields(NamedTuple):
    """The fields of one play; the first, or one beside it."""

    position: int
    contracts: tuple[EntryChoice, ...]
    declarers: tuple[EntryChoice, ...]
    partners: tuple[EntryChoice, ...]
    partner: str
    result: str
    points: str
    blatt: tuple[EntryChoice, ...]
    four: tuple[tuple[int, str, str, tuple[EntryChoice, ...]], ...]  # seat, name, points, blatt
    ending: EndingFields | None  # of the first play
    equal: bool
    may_be_blank: bool  # a game without any announcement may be paid at once
    kontras: tuple[EntryChoice, ...]
    kontra_void: bool  # it does not count while the king is in the talon
    kontra_taken: bool  # an announced premium takes it
    kontra_by: tuple[EntryChoice, ...]
    opponents: tuple[tuple[int, str, tuple[EntryChoice, ...]], ...]  # seat, name, kontras


class EntryPage(NamedTuple):
    """All fields of the entry form."""

    plays: tuple[PlayFields, ...]
    premiums: tuple[PremiumRow, ...]
    offenders: tuple[EntryChoice, ...]
    claims: tuple[tuple[int, str, str], ...]
    total: str
    half: str
    nearly_half: tuple[str, ...]  # the points that the sheet also treats as half
    counting: CountingPage | None  # the counting help of the sheet
    rules: dict[str, Any]  # the data with which the script hides options that do not apply

    @property
    def script_rules(self) -> str:
        """Return the rules as an element of the page."""
        return json_script(self.rules, "rules", CompactEncoder)


def translate_name(named: Contract | Premium, language: str) -> tuple[str, str]:
    """Return name and gloss of a contract or premium."""
    return (named.name_en, named.gloss_en) if language.startswith("en") else (named.name, named.gloss)


def build_entry_page(
    sheet: Sheet,
    names: tuple[str, ...],
    evening: Evening,
    posted: PostedFields,
    language: str,
    played: Iterable[str] = (),
) -> EntryPage:
    """Return the form for the next hand of the four seats of an evening; `played`: the games before it."""
    forehand = evening.seat_of_forehand
    players = tuple(EntryPlayer(str(seat), names[seat], _get_role(evening, seat)) for seat in SEATS)
    limit, half = max(contract.game.kontra for contract in sheet.contracts.values()), sheet.total // 2
    has_negative = any(contract.is_negative for contract in sheet.contracts.values())
    plays = tuple(
        _build_play(index, sheet, players, posted, language, limit)
        for index in range(MOST_PLAYS if has_negative else 1)
    )
    return EntryPage(
        plays=plays,
        premiums=tuple(
            _build_premium_row(premium, sheet, players, posted, language) for premium in _sort_premiums(sheet)
        ),
        offenders=_build_name_choices("renonce", players, posted),
        claims=tuple(
            (seat, names[seat], str(posted.get(f"claim-{seat}", ""))) for seat in SEATS if sheet.claims != "none"
        ),
        total=print_points(sheet.total),
        half=print_points(half),
        nearly_half=tuple(print_points(points) for points in (half - 1, half + 1) if is_equal(points, sheet)),
        counting=build_counting_page(sheet),
        rules={
            "reminders": list_reminders(sheet, language),  # first: close to the same words, they weigh next to nothing
            **build_script_rules(sheet, forehand, list_frequent_games(sheet, played)),
        },
    )


def _get_role(evening: Evening, seat: int) -> str:
    """Return the role of a seat in the deal."""
    roles = {evening.dealer: "dealer", evening.forehand: "forehand"}
    return roles.get(evening.active[seat], "")


def _build_choices(name: str, values: Iterable[tuple[str, str]], posted: PostedFields) -> tuple[EntryChoice, ...]:
    return tuple(EntryChoice(value, label, str(posted.get(name, "")) == value) for value, label in values)


def _build_player_choices(name: str, players: Players, posted: PostedFields) -> tuple[EntryChoice, ...]:
    """Return the four players with their roles in the deal."""
    choice = str(posted.get(name, ""))
    return tuple(EntryChoice(value, label, choice == value, role=role) for value, label, role in players)


def _build_name_choices(name: str, players: Players, posted: PostedFields) -> tuple[EntryChoice, ...]:
    return _build_choices(name, ((value, label) for value, label, _ in players), posted)


def _build_kontra_choices(name: str, limit: int, posted: PostedFields, language: str) -> tuple[EntryChoice, ...]:
    choice = str(posted.get(name, "1"))
    return tuple(
        EntryChoice(str(kontra), _format_kontra(kontra, language), choice == str(kontra))
        for kontra in KONTRAS
        if kontra <= limit
    )


def _format_kontra(kontra: int, language: str) -> str:
    """Return the word for a multiplier as spoken at the table: "–", "Kontra", "Rekontra"."""
    if kontra not in SAID:
        return "–"
    german, english = SAID[kontra]
    return (english if language.startswith("en") else german).capitalize()


def _build_play(
    index: int,
    sheet: Sheet,
    players: Players,
    posted: PostedFields,
    language: str,
    limit: int,
) -> PlayFields:
    prefix = f"p{index}-"
    game = str(posted.get(f"{prefix}contract", ""))
    offered = [contract for contract in sheet.contracts.values() if contract.id == game or _is_offered(contract, index)]
    contracts = [(contract, *translate_name(contract, language)) for contract in offered]
    blatt = tuple((str(leaves), f"/{leaves}") for leaves in list_blatt(sheet))
    return PlayFields(
        position=index,
        contracts=(
            *((EntryChoice("", _("none"), not game),) if index else ()),
            *(
                EntryChoice(contract.id, name, contract.id == game, gloss, motif=find_motif(contract))
                for contract, name, gloss in contracts
            ),
        ),
        declarers=_build_player_choices(f"{prefix}declarer", players, posted),
        partners=_build_player_choices(f"{prefix}partner", players, posted),
        partner=str(posted.get(f"{prefix}partner", "")),
        result=str(posted.get(f"{prefix}result", "")),
        points=str(posted.get(f"{prefix}points", "")),
        blatt=_build_choices(f"{prefix}blatt", blatt, {f"{prefix}blatt": "0", **posted}),
        four=tuple(
            (
                seat,
                players[seat].name,
                str(posted.get(f"{prefix}points-{seat}", "")),
                _build_choices(f"{prefix}blatt-{seat}", blatt, {f"{prefix}blatt-{seat}": "0", **posted}),
            )
            for seat in SEATS
        ),
        ending=None if index else build_ending_fields(sheet, players, posted),
        equal=bool(posted.get(f"{prefix}equal")),
        may_be_blank=bool(sheet.blank),
        kontras=_build_kontra_choices(f"{prefix}kontra", limit, posted, language),
        kontra_void=_is_void(sheet, posted),
        kontra_taken=_is_taken(sheet, posted, f"{prefix}kontra"),
        kontra_by=_build_name_choices(f"{prefix}kontra_by", players, posted),
        opponents=tuple(
            (seat, players[seat].name, _build_kontra_choices(f"{prefix}kontra-{seat}", limit, posted, language))
            for seat in SEATS
        ),
    )


def _is_offered(contract: Contract, index: int) -> bool:
    """Return True if a game may be tapped: as the first one a game that may be played alone, else a negative game."""
    return contract.is_negative if index else not contract.only_bei


def _build_premium_row(
    premium: Premium, sheet: Sheet, players: Players, posted: PostedFields, language: str
) -> PremiumRow:
    name, gloss = translate_name(premium, language)
    forms = _list_forms(premium.id, sheet)
    limit = max((item.kontra for item in forms.values()), default=1)
    slots = tuple(
        _build_slot(f"prem-{premium.id}-{side}", side, forms, limit, players, posted, language)
        for side in SIDES
        if premium.side in (None, side)
    )
    return PremiumRow(premium, name, gloss, slots, _is_void(sheet, posted, premium.id), PREMIUMS.get(premium.id, ""))


def _is_void(sheet: Sheet, posted: PostedFields, premium: str = "") -> bool:
    """Return True if a kontra on the game, or on a premium, does not count because the king is in the talon."""
    contract = sheet.contracts.get(str(posted.get("p0-contract", "")))
    if contract is None or posted.get("p0-partner") != TALON:
        return False
    items = [item for (name, _), item in contract.forms.items() if name == premium] if premium else [contract.game]
    return any(item.king_lies for item in items)


def _is_taken(sheet: Sheet, posted: PostedFields, name: str) -> bool:
    """Return True if an announced premium takes the kontra of the game, and none was entered."""
    takers = [premium.id for premium in sheet.premiums.values() if premium.takes_kontra]
    announced = any(posted.get(f"prem-{taker}-{side}") == "announced" for taker in takers for side in SIDES)
    return announced and posted.get(name) in (None, "", "1")


def _sort_premiums(sheet: Sheet) -> list[Premium]:
    """Return the premiums from the small to the large, rare ones; equal ones in the order of the sheet.

    Those of which a game needs one, the birds, stand together.
    """

    def rank_premium(premium: Premium) -> tuple[bool, int]:
        forms = _list_forms(premium.id, sheet).values()
        return any(item.times > 1 for item in forms), min((item.value for item in forms), default=0)

    ordered = sorted(sheet.premiums.values(), key=rank_premium)
    needed = {premium for contract in sheet.contracts.values() for premium in contract.needs}
    birds = [premium for premium in ordered if premium.id in needed]
    before = ordered.index(birds[0]) if birds else 0
    without = [premium for premium in ordered if premium.id not in needed]
    return [*without[:before], *birds, *without[before:]]


def _list_forms(premium: str, sheet: Sheet) -> dict[bool, Item]:
    """Return the forms of a premium over all contracts of the sheet."""
    return {
        announced: item
        for contract in sheet.contracts.values()
        for (name, announced), item in contract.forms.items()
        if name == premium
    }


def _build_slot(
    name: str,
    side: str,
    forms: dict[bool, Item],
    limit: int,
    players: Players,
    posted: PostedFields,
    language: str,
) -> Slot:
    values = [("", "–")] + [("announced" if announced else "silent", "") for announced in sorted(forms)]
    return Slot(
        side=side,
        forms=_build_choices(name, tuple(values), posted),
        lost=bool(posted.get(f"{name}-lost")),
        kontras=_build_kontra_choices(f"{name}-kontra", limit, posted, language),
        kontra_by=_build_name_choices(f"{name}-kontra_by", players, posted),
        by=_build_name_choices(f"{name}-by", players, posted),
        from_=_build_name_choices(f"{name}-from", players, posted),
    )
