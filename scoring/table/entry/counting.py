"""The counting help for pages: the kinds of cards to tap, the aims of a sheet, and the points of a pile."""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from scoring.engine.hand.counting import PACKS, Kind, Pack, count_points, find_excess, find_pack
from scoring.engine.house_rules.sheet import Sheet
from scoring.engine.points import parse_points, print_points, round_points
from tarockclub.kit.text import parse_whole

LONGEST_NUMBER, MOST_AIMS = 3, 4


class Aim(NamedTuple):
    """Points that a side may need, and the sides that have them."""

    thirds: int
    printed: str
    is_for_own: bool
    is_for_others: bool


class CountingPage(NamedTuple):
    """All data of the counting help."""

    pack: Pack
    kinds: tuple[tuple[Kind, str, str], ...]  # with its name, and the typed number of cards
    aims: tuple[Aim, ...]
    own: str  # the points of the pile, in the notation of the sheet
    others: str  # of the rest
    rounded: bool  # an incomplete Lage loses one whole point
    own_exact: str  # to the Blatt
    others_exact: str
    judged: bool  # half the cards are counted: before that a pile that is too small means nothing
    problems: tuple[str, ...] = ()

    @property
    def aims_said(self) -> str:
        """The aims in the format of the page's address."""
        return ",".join(print_points(aim.thirds) for aim in self.aims)


def build_counting_page(sheet: Sheet) -> CountingPage | None:
    """Return the counting help of a sheet with an empty pile; None if its pack is unknown."""
    pack = find_pack(sheet.total, whole=sheet.whole)
    positive = (
        contract for contract in sheet.contracts.values() if not contract.is_negative and not contract.is_trischaken
    )
    aims = sorted({aim for contract in positive for aim in (contract.win, contract.win_kontra)}, reverse=True)
    return None if pack is None else _build_page(pack, {}, aims, rounded=sheet.rounded)


def parse_counting_page(asked: Mapping[str, str]) -> CountingPage:
    """Return the counting help for the parameters of its address: pack, aims, and the numbers of cards."""
    pack = next((pack for pack in PACKS if pack.id == asked.get("pack")), PACKS[0])
    aims = [parse_points(word) for word in asked.get("aims", "").split(",")[:MOST_AIMS]]
    valid_aims = [aim for aim in aims if aim is not None and 0 < aim <= pack.total]
    typed = {kind.id: asked.get(kind.id, "").strip() for kind in pack.kinds}
    return _build_page(pack, typed, valid_aims, rounded=bool(pack.off and asked.get("rounded")))


def _build_page(pack: Pack, typed: Mapping[str, str], aims: Iterable[int], *, rounded: bool) -> CountingPage:
    names = _list_names()
    pile = {kind: _parse_number(text) for kind, text in typed.items()}
    wrong = [
        _("%(name)s: the pack has only %(cards)s of them.") % {"name": names[kind.id], "cards": kind.cards}
        for kind in find_excess(pack, pile)
    ]
    own = count_points(pack, pile) or 0
    rest = pack.total - own

    def format_points(points: int) -> str:
        return print_points(round_points(points) if rounded else points)

    return CountingPage(
        pack=pack,
        kinds=tuple((kind, names[kind.id], typed.get(kind.id, "")) for kind in pack.kinds),
        aims=tuple(Aim(aim, format_points(aim), own >= aim, rest >= aim) for aim in aims),
        own=format_points(own),
        others=format_points(rest),
        rounded=rounded,
        own_exact=print_points(own),
        others_exact=print_points(rest),
        judged=2 * sum(pile.values()) >= sum(kind.cards for kind in pack.kinds),
        problems=tuple(wrong),
    )


def _parse_number(text: str) -> int:
    """Return a number of cards; for a text that is not a number one larger than any pack."""
    if not text:
        return 0
    number = parse_whole(text, LONGEST_NUMBER)
    return 10**LONGEST_NUMBER if number is None else number


def _list_names() -> dict[str, str]:
    return {
        "king": _("King"),
        "honour": _("Sküs, Mond, Pagat"),
        "queen": _("Queen"),
        "cavalier": _("Cavalier"),
        "jack": _("Jack"),
        "other": _("any other card"),
        "tarock": _("other tarock"),
        "empty": _("empty card"),
    }


def show_counting(request: HttpRequest) -> HttpResponse:
    """Count a pile of cards; nothing is saved."""
    asked = {name: values[-1] for name, values in request.GET.lists() if values}
    return render(
        request, "scoring/table/entry/counting.html", {"counting": parse_counting_page(asked), "packs": PACKS}
    )
