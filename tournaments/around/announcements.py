"""Messages that acts of a tournament cause: each the person's own, in one sentence with a link to their place."""

from collections.abc import Callable, Mapping
from typing import Any

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
    SEAT,
    MessageText,
    queue_messages,
    stop_messages,
)
from tournaments.core.acts import Kind, parse_content
from tournaments.core.editions import FINAL
from tournaments.hall.standing.players import load_act_sign
from tournaments.models import Act, Application, Entrant, JournalAct, JournalOwner, Tournament
from tournaments.people.entrants.own_codes import compute_secret
from tournaments.people.registration.actions import find_own_secret
from tournaments.results.standings.editions import parse_edition_row
from tournaments.results.standings.seat_cards import load_seat_cards

As = Application.As
Places = dict[int, str]  # the paths of people's own places, by person (id); of two merged entries: the kept one
Texts = tuple[Promise | str, Promise | str]  # subject and sentence

_INVITED = _("Invitation: %(name)s"), _("You are invited to “%(name)s” on %(day)s: please say whether you come.")
_TAKEN = _("A place: %(name)s"), _("You take part in “%(name)s” on %(day)s.")
_CANCELLED = _("Cancelled: %(name)s"), _("“%(name)s” on %(day)s does not take place.")
_ANOTHER_DAY = _("Another day: %(name)s"), _("“%(name)s” was moved: it takes place on %(day)s.")
_AFTER_ALL = _("It takes place: %(name)s"), _("“%(name)s” takes place after all, on %(day)s.")
_SEATED = (
    _("Table %(table)s: %(name)s"),
    _("Round %(round)s of “%(name)s”: you sit at table %(table)s, seat %(seat)s."),
)
_RANKED = _("Result: %(name)s"), _("The result of “%(name)s” is published: you are on place %(rank)s.")


def announce_act(tournament: JournalOwner, act: JournalAct) -> None:
    """Tell people what an act means to them, within its transaction; what counts nowhere tells nobody."""
    tell = _TELLERS.get(act.kind)
    if tell is None or not isinstance(tournament, Tournament) or not isinstance(act, Act) or not tournament.counts:
        return
    # Where nobody has asked to be told, a hall's draw waits for nothing.
    if MessageAddress.objects.filter(person__club=tournament.club_id).exists():
        tell(tournament, act, parse_content(act))


def _tell(
    tournament: Tournament,
    places: Places,
    kind: str,
    key: str,
    texts: Texts,
    facts: Mapping[int, Mapping[str, int]] | None = None,
) -> None:
    """Tell people something; `facts`: numbers by person, without which nobody is told; the same ones only once."""

    def build(person: int) -> MessageText | None:
        own = {} if facts is None else facts.get(person)
        if own is None:
            return None
        words = {"name": tournament.name, "day": format_day(tournament.day), **own}
        subject, sentence = (str(text) % words for text in texts)
        return MessageText(subject, sentence, places[person], ".".join(map(str, own.values())))

    queue_messages(places, kind, key, build)


def _list_places(tournament: Tournament, **which: Any) -> Places:
    rows = Entrant.objects.filter(tournament=tournament, withdrawn=None, **which).select_related("person")
    return {
        row.person.merged_into_id or row.person_id: _build_path(tournament, compute_secret(tournament, row))
        for row in rows
    }


def _list_invited(tournament: Tournament, **which: Any) -> Places:
    rows = Application.objects.filter(tournament=tournament, decided_as=As.OPEN, invited__isnull=False, **which)
    return {
        row.invited.merged_into_id or row.invited.pk: _build_path(tournament, find_own_secret(tournament, row.key))
        for row in rows.select_related("invited")
        if row.invited is not None
    }


def _build_path(tournament: Tournament, secret: str) -> str:
    return reverse_at_root("own_place", tournament.slug, secret)


def _tell_application(tournament: Tournament, act: Act, content: dict[str, Any]) -> None:
    if "invited" in content:
        _tell(tournament, _list_invited(tournament, pk__in=content["invited"]), INVITATION, f"act {act.pk}", _INVITED)
    elif content.get("as") == As.TAKEN and "entrant" in content:
        _tell(tournament, _list_places(tournament, pk=content["entrant"]), PLACE, f"act {act.pk}", _TAKEN)


def _tell_date(tournament: Tournament, act: Act, content: dict[str, Any]) -> None:
    texts = _CANCELLED if tournament.cancelled is not None else _ANOTHER_DAY if "day" in content else _AFTER_ALL
    _tell(tournament, _list_invited(tournament) | _list_places(tournament), DATE, f"act {act.pk}", texts)


def _tell_undone(tournament: Tournament, act: Act, _content: dict[str, Any]) -> None:
    if act.undoes is not None:
        stop_messages(f"act {act.undoes.pk}")
        if act.undoes.kind == Kind.DATE:
            _tell_date(tournament, act, parse_content(act.undoes))


def _tell_seats(tournament: Tournament, act: Act, _content: dict[str, Any]) -> None:
    if act.round is not None:
        cards = load_seat_cards(act.round.pk, load_act_sign(tournament)).cards
        facts = {
            person: {"round": card.round, "table": card.table, "seat": card.place} for person, card in cards.items()
        }
        _tell(tournament, _list_places(tournament), SEAT, f"seat {act.round.pk}", _SEATED, facts)


def _tell_result(tournament: Tournament, act: Act, content: dict[str, Any]) -> None:
    if content["of"] == FINAL:
        ranks = {row.entrant: row.rank for row in map(parse_edition_row, content["rows"])}
        rows = Entrant.objects.filter(pk__in=ranks).values_list("pk", "person", "person__merged_into")
        facts = {merged or person: {"rank": ranks[pk]} for pk, person, merged in rows}
        _tell(tournament, _list_places(tournament, pk__in=ranks), RESULT, f"act {act.pk}", _RANKED, facts)


_TELLERS: Mapping[str, Callable[[Tournament, Act, dict[str, Any]], None]] = {
    Kind.APPLIED: _tell_application,
    Kind.DATE: _tell_date,
    Kind.UNDONE: _tell_undone,
    Kind.PUBLISHED_DRAW: _tell_seats,
    Kind.SEATED_LATE: _tell_seats,
    Kind.MOVED: _tell_seats,
    Kind.RESULT: _tell_result,
}
