"""Taking back acts that are no actions yet: substitutes, results, lots and prizes."""

from typing import Any

from django.db.models import F

from scoring.models import GameTable
from tarockclub.kit.time_source import now
from tournaments.core.actions.objections import list_later_acts, must_be_last, must_not_be_published
from tournaments.core.actions.reversals import Reversal, UndoStep
from tournaments.core.acts import ActionRefused, Kind, parse_content
from tournaments.core.announcements import WITHDRAWN, announce_result
from tournaments.core.editions import FINAL, find_latest_edition
from tournaments.models import Prize, Round, Tournament
from tournaments.people.entrants.seat_reversals import check_seat, take_seat_back
from tournaments.results.standings.editions import load_standing_editions

# results


def _check_result(step: UndoStep) -> None:
    """Refuse it if prizes were chosen by it, or a later round has begun: these must be taken back first."""
    of = parse_content(step.act)["of"]
    choices = list_later_acts(step.act, (Kind.CHOICE, Kind.RESULT, Kind.LOT))
    must_be_last(choice for choice in choices if _is_of(parse_content(choice), of))
    if of != FINAL:
        must_not_be_published(step)
        must_be_last(list_later_acts(step.act, (Kind.START,)).filter(round__number__gt=of))


def _is_of(content: dict[str, Any], scope: int) -> bool:
    return (
        bool(content["of"] == scope)
        if "of" in content
        else bool(content["scope"] == _build_scope(scope) and content["what"] == "choice")
    )


def _build_scope(scope: int) -> str:
    return f"round {scope}" if scope else "overall"


def _take_result_back(step: UndoStep) -> dict[str, Any]:
    """Withdraw the edition, which can still be read; without another one its round, or the tournament, continues."""
    said = parse_content(step.act)
    of = said["of"]
    others = [edition for edition in load_standing_editions(step.tournament) if edition.sequence != step.act.sequence]
    if find_latest_edition(others, of) is None and of == FINAL:
        Tournament.everything.filter(pk=step.tournament.pk).update(ended=None)
        step.tournament.ended = None
    elif find_latest_edition(others, of) is None:
        Round.objects.filter(pk=step.round.pk).update(closed=None)
        GameTable.objects.filter(round_table__round=step.round.pk).update(news=F("news") + 1)
    announce_result(step.tournament, WITHDRAWN, of, said["edition"])
    return {"of": of, "edition": said["edition"]}


def _check_lot(step: UndoStep) -> None:
    said = parse_content(step.act)
    of = next((of for of in (FINAL, *_list_numbers(step)) if _build_scope(of) == said["scope"]), FINAL)
    later = list_later_acts(step.act, (Kind.RESULT, Kind.CHOICE))
    must_be_last(later_act for later_act in later if parse_content(later_act)["of"] == of)


def _list_numbers(step: UndoStep) -> list[int]:
    return list(step.tournament.rounds.values_list("number", flat=True))


# prizes


def _check_prize(step: UndoStep) -> None:
    prize = parse_content(step.act)["prize"]
    later = list_later_acts(step.act, (Kind.PRIZE, Kind.CHOICE))
    must_be_last(later_act for later_act in later if parse_content(later_act)["prize"] == prize)


def _take_prize_back(step: UndoStep) -> dict[str, Any]:
    said = parse_content(step.act)
    was_gone = bool(said.get("gone"))
    Prize.objects.filter(pk=said["prize"]).update(gone=None if was_gone else now())
    return {"prize": said["prize"], "cents": -said["cents"]} | ({} if was_gone else {"gone": True})


def _check_choice(step: UndoStep) -> None:
    """Refuse it if another choice of the round followed, or a receipt for the prize was written."""
    said = parse_content(step.act)
    later = list_later_acts(step.act, (Kind.CHOICE, Kind.CASH))
    for later_act in later:
        then = parse_content(later_act)
        chose = later_act.kind == Kind.CHOICE and then["of"] == said["of"]
        signed = later_act.kind == Kind.CASH and then.get("kind") == "prize" and then.get("of") == said["prize"]
        if chose or signed:
            raise ActionRefused("followed", act=later_act)


def _do_nothing(_step: UndoStep) -> dict[str, Any]:
    """Return an empty content: readers of acts leave out the ones that were taken back."""
    return {}


KINDS: dict[str, Reversal] = {
    Kind.SUBSTITUTE: Reversal(check_seat, take_seat_back, later=True),
    Kind.RESULT: Reversal(_check_result, _take_result_back, later=True),
    Kind.LOT: Reversal(_check_lot, _do_nothing),
    Kind.PRIZE: Reversal(_check_prize, _take_prize_back),
    Kind.CHOICE: Reversal(_check_choice, _do_nothing, later=True),
}
