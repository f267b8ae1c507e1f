"""Messages that acts of a tournament cause: each the person's own, in one sentence with a link to their place."""

from collections.abc import Callable, Mapping
from typing import Any

from django.db.models import Q
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tarockclub.kit.days import format_day
from tarockclub.models import MessageAddress
from tarockclub.platform.clubs.current_club import reverse_at_root
from tarockclub.platform.messages.services import (
    DATE,
    INVITATION,
    PLACE,
    RESULT,
    ROUND,
    SEAT,
    MessageText,
    find_main,
    list_message_addresses,
    queue_messages,
    stop_messages,
)
from tournaments.core.acts import Kind, parse_content
from tournaments.core.editions import FINAL
from tournaments.hall.standing.players import load_act_sign
from tournaments.models import Act, Application, Entrant, JournalAct, JournalOwner, Season, SeasonAct, Tournament
from tournaments.people.entrants.own_codes import compute_secret
from tournaments.people.registration.actions import find_own_secret
from tournaments.results.standings.editions import parse_edition_row
from tournaments.results.standings.seat_cards import load_seat_cards
from tournaments.seasons.season.editions import parse_season_line
from tournaments.seasons.season.view_helpers import is_open

As = Application.As
# The paths of people's own places, by person (id); of two merged entries: the kept one. Of registrations that nobody of
# the register has (yet) by their id, below 0.
Places = dict[int, str]
Texts = tuple[Promise | str, Promise | str]  # subject and sentence

_COMING = {"decided_as__in": (As.OPEN, As.TAKEN)}
_INVITED = _("Invitation: %(name)s"), _("You are invited to “%(name)s” on %(day)s: please say whether you come.")
_TAKEN = _("A place: %(name)s"), _("You take part in “%(name)s” on %(day)s.")
_DECLINED = _("No place: %(name)s"), _("Your registration for “%(name)s” on %(day)s could not be confirmed.")
_STATES: Mapping[str, Texts] = {As.TAKEN: _TAKEN, As.DECLINED: _DECLINED}
_CANCELLED = _("Cancelled: %(name)s"), _("“%(name)s” on %(day)s does not take place.")
_ANOTHER_DAY = _("Another day: %(name)s"), _("“%(name)s” was moved: it takes place on %(day)s.")
_AFTER_ALL = _("It takes place: %(name)s"), _("“%(name)s” takes place after all, on %(day)s.")
_SEATED = (
    _("Table %(table)s: %(name)s"),
    _("Round %(round)s of “%(name)s”: you sit at table %(table)s, seat %(seat)s."),
)
_RANKED_IN_ROUND = (
    _("Round %(round)s: %(name)s"),
    _("Round %(round)s of “%(name)s” is counted: in it you are on place %(rank)s."),
)
_RANKED = _("Result: %(name)s"), _("The result of “%(name)s” is published: you are on place %(rank)s.")


def announce_act(owner: JournalOwner, act: JournalAct) -> None:
    """Tell people what an act means to them, within its transaction; what counts nowhere tells nobody."""
    # Where nobody has asked to be told, a hall's draw waits for nothing.
    if act.kind not in _TELLERS or not MessageAddress.objects.filter(club=owner.club_id).exists():
        return
    if isinstance(owner, Season) or (isinstance(owner, Tournament) and owner.counts):
        _TELLERS[act.kind](owner, act, parse_content(act))


def _tell(
    tournament: Tournament,
    places: Places,
    kind: str,
    key: str,
    texts: Texts,
    facts: Mapping[int, Mapping[str, int]] | None = None,
    **which: Any,
) -> None:
    """Tell people something, also those invited or registered; `facts`: numbers by person, without which nobody is."""
    registered: dict[int, int] = {}
    asked = Q(address__isnull=False) | Q(invited__isnull=False, decided_as=As.OPEN)
    rows = Application.objects.filter(asked, **which or _COMING, tournament=tournament)
    for row in rows.exclude(entrant__withdrawn__isnull=False).select_related("entrant__person", "invited"):
        person = row.invited if row.entrant is None else row.entrant.person
        whom = -row.pk if person is None else find_main(person)
        if row.address_id is not None:
            registered[row.address_id] = whom
        places.setdefault(whom, reverse_at_root("own_place", tournament.slug, find_own_secret(tournament, row.key)))

    def build(whom: int) -> MessageText | None:
        own = {} if facts is None else facts.get(whom)
        if own is None:
            return None
        words = {"name": tournament.name, "day": format_day(tournament.day), **own}
        subject, sentence = (str(text) % words for text in texts)
        return MessageText(subject, sentence, places[whom], ".".join(map(str, own.values())))

    queue_messages(() if "address" in which else places, kind, key, build, registered)


def _list_places(tournament: Tournament, **which: Any) -> Places:
    rows = Entrant.objects.filter(tournament=tournament, withdrawn=None, **which).select_related("person")
    return {
        find_main(row.person): reverse_at_root("own_place", tournament.slug, compute_secret(tournament, row))
        for row in rows
    }


def _tell_application(tournament: Tournament, act: Act, content: dict[str, Any]) -> None:
    key = f"act {act.pk}"
    if "invited" in content:
        _tell(tournament, {}, INVITATION, key, _INVITED, pk__in=content["invited"])
    elif content["as"] == As.TAKEN and "entrant" in content:
        places = _list_places(tournament, pk=content["entrant"])
        _tell(tournament, places, PLACE, key, _TAKEN, pk=content["application"])
    elif content["as"] == As.DECLINED and "earlier" not in content:
        _tell(tournament, {}, PLACE, key, _DECLINED, pk=content["application"])


def _tell_date(tournament: Tournament, act: Act, content: dict[str, Any]) -> None:
    texts = _CANCELLED if tournament.cancelled is not None else _ANOTHER_DAY if "day" in content else _AFTER_ALL
    _tell(tournament, _list_places(tournament), DATE, f"act {act.pk}", texts)


def _tell_undone(tournament: Tournament, act: Act, _content: dict[str, Any]) -> None:
    if act.undoes is not None:
        stop_messages(f"act {act.undoes.pk}")
        if act.undoes.kind == Kind.DATE:
            _tell_date(tournament, act, parse_content(act.undoes))


def tell_state(address: MessageAddress) -> None:
    """Tell whoever has just confirmed the address of a registration what it has become, if that was told before."""
    row = Application.objects.select_related("tournament", "entrant__person").filter(address=address).first()
    tournament = None if row is None else row.tournament
    if row is None or tournament is None or tournament.ended is not None or not tournament.counts:
        return
    moves = Act.objects.filter(tournament=tournament, kind=Kind.DATE, at__gte=row.at, undone_by=None)
    kind, texts = PLACE, _STATES.get(row.decided_as)
    if tournament.cancelled is not None:
        kind, texts = DATE, _CANCELLED
    elif texts is None and row.decided_as == As.OPEN and moves.exists():
        kind, texts = DATE, _ANOTHER_DAY
    own = () if row.entrant is None else list_message_addresses([find_main(row.entrant.person)])
    was_told = any(each.confirmed is not None and each.value == address.value for each in own)
    if texts is not None and not was_told:
        _tell(tournament, {}, kind, f"state {row.pk}", texts, pk=row.pk, address=address)


def _tell_seats(tournament: Tournament, act: Act, _content: dict[str, Any]) -> None:
    if act.round is not None:
        cards = load_seat_cards(act.round.pk, load_act_sign(tournament)).cards
        facts = {
            person: {"round": card.round, "table": card.table, "seat": card.place} for person, card in cards.items()
        }
        _tell(tournament, _list_places(tournament), SEAT, f"seat {act.round.pk}", _SEATED, facts)


def _tell_result(tournament: Tournament, act: Act, content: dict[str, Any]) -> None:
    number = content["of"]
    ranks = {row.entrant: row.rank for row in map(parse_edition_row, content["rows"])}
    rows = Entrant.objects.filter(pk__in=ranks).select_related("person")
    facts = {find_main(row.person): {"round": number, "rank": ranks[row.pk]} for row in rows}
    kind, texts = (RESULT, _RANKED) if number == FINAL else (ROUND, _RANKED_IN_ROUND)
    _tell(tournament, _list_places(tournament, pk__in=ranks), kind, f"act {act.pk}", texts, facts)


def _tell_season(season: Season, act: SeasonAct, content: dict[str, Any]) -> None:
    ranks = {line.who: line.rank for line in map(parse_season_line, content.get("rows", ())) if line.rank}
    path = reverse_at_root("season_standing", season.slug) if is_open(season) else ""

    def build(person: int) -> MessageText:
        words = {"name": season.name, "rank": ranks[person]}
        subject, sentence = (str(text) % words for text in _RANKED)
        return MessageText(subject, sentence, path)

    queue_messages(ranks, RESULT, f"season {act.pk}", build)


_TELLERS: Mapping[str, Callable[[Any, Any, dict[str, Any]], None]] = {
    Kind.APPLIED: _tell_application,
    Kind.DATE: _tell_date,
    Kind.UNDONE: _tell_undone,
    Kind.PUBLISHED_DRAW: _tell_seats,
    Kind.SEATED_LATE: _tell_seats,
    Kind.MOVED: _tell_seats,
    Kind.RESULT: _tell_result,
    Kind.STANDING: _tell_season,
}
