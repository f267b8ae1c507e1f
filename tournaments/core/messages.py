"""The sentences of refused actions: each package registers its own, by the codes of acts.ActionRefused."""

from collections.abc import Callable, Mapping
from functools import cache
from importlib import import_module
from typing import Any, NamedTuple

from django.conf import settings
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tarockclub.kit.amounts import TWO_READINGS
from tarockclub.platform.clubs.features import import_parts
from tournaments.core.acts import ActionRefused

# Areas that word some refusals in their own way.
DRAW, PAPER, RULING, SEASON, UNDO = "draw", "paper", "ruling", "season", "undo"
Facts = Mapping[str, Any]


class Sentence(NamedTuple):
    """A sentence, and a function that puts the parameters of a refusal into words for it."""

    text: Promise | str
    name_facts: Callable[[Facts], Facts] | None


SENTENCES: dict[tuple[str, str], Sentence] = {}  # by area ("": everywhere else) and code


def register_sentences(
    sentences: Mapping[str, Promise | str], area: str = "", name_facts: Callable[[Facts], Facts] | None = None
) -> None:
    """Register the sentences of codes; `area`: only there, because other areas say it differently."""
    for code, text in sentences.items():
        if (area, code) in SENTENCES:
            raise ValueError(f"{code} has a sentence already")
        SENTENCES[area, code] = Sentence(text, name_facts)


@cache
def load_sentences() -> Mapping[tuple[str, str], Sentence]:
    """Return the sentences of all packages."""
    for module in (*settings.ACTIONS, *settings.SENTENCES):
        import_module(module)
    for name in ("actions", "messages", "services"):
        import_parts(name)
    return SENTENCES


def format_refusal(refused: ActionRefused, area: str = "") -> str:
    """Return the sentence for a refused action, as its area or another one says it."""
    sentences = load_sentences()
    sentence = sentences.get((area or refused.area, refused.code)) or sentences.get(("", refused.code))
    if sentence is None:
        return refused.code
    return str(sentence.text) % (sentence.name_facts or dict)(refused.params)


def format_no_name(name: str) -> str:
    """Return the problem with a typed name."""
    return str(_("This name is too long.") if name else _("Enter a name first, with a letter or a digit."))


register_sentences(
    {
        "two_readings": TWO_READINGS,
        "no_key": _("Something was lost on the way: please try again."),
        "other_body": _("This page has already done something else: please reload it and try again."),
        "done_meanwhile": _(
            "%(who)s has done just this meanwhile (%(time)s). If it shall be done once more, tap again."
        ),
        "done_meanwhile_somewhere": _(
            "Another device has done just this meanwhile (%(time)s). If it shall be done once more, tap again."
        ),
        "frozen": _("The settings have been fixed since the first round started: its result depends on them."),
        "ended": _("The final result of this tournament has been published: nothing can be changed any more."),
        "cancelled": _("This tournament is cancelled."),
        "closed": _("This round is over."),
        "fewer_than_open": _("%(open)s rounds are already open, so there cannot be fewer."),
        "sheet_gone": _("The club cannot read these house rules any more: leave them as they are, or choose others."),
        "tables_are_laid": _(
            "The tables have already been drawn with these house rules: different rules would need a new tournament."
        ),
        "nobody_known": _("One of these is no longer known here: please look at the current list."),
        "no_such_round": _("Round %(round)s is not open for registration."),
        "drawn": _("This round has been drawn: players who do not play did not come, are sitting out or have left."),
        "not_drawn": _("This round has not been drawn yet: simply cancel the registration."),
        "has_paid": _("One of these has already paid: please refund the entry fee first."),
        "has_paid_fee": _("The entry fee has been paid: refund it first."),
        "others_owe": _("Meanwhile others owe something than were shown: please look at the list again."),
        "paid_in_round": _("The entry fee was paid in round %(round)s: refund it there."),
        "payer_not_entered": _("The person who is to pay instead is not registered for this round."),
        "no_decision": _("Choose what was decided: waived, transferred to somebody else, or owed."),
        "not_entered": _("One of these is not registered for this round."),
        "gone_home": _("Have withdrawn, and must be back before they play (start numbers): %(numbers)s."),
        "same_person": _("These are the same person."),
        "merged_already": _("One of the two is already merged with another entry."),
        "erased": _("One of the two was erased."),
        "merge_unknown": _("This merge has been taken back already, or never was."),
        "merge_not_kept": _("An earlier version of the program merged these entries and has not kept what it changed."),
        "merge_followed": _("One of these entries was merged again since: take that back first."),
        "merge_played": _("Somebody has played under this name since: results cannot be told apart any more."),
        "merge_changed": _("Entries or payments of a tournament that were put together have changed since."),
        "same_table": _("Both have sat at the same table: they cannot be the same person."),
        "both_seated": _("Both played in “%(tournament)s”: two results cannot be merged into one."),
        "paid_twice": _(
            "In “%(tournament)s”, the entry fee was paid twice for the same round: please refund one of them first."
        ),
        "other_way_round": _("Only %(name)s has played in “%(tournament)s”: please merge the other way round."),
        "has_account": _("A person who may log in cannot be merged into another entry: merge the other way round."),
        "two_numbers": _("Both have a number of the federation: delete one of them first."),
        "number_of_another": _("Somebody else in the register has this number of the federation already."),
        "no_name": _("Enter a name first, with a letter or a digit."),
        "player_number_of_another": _("Somebody else in the register has this player number already."),
        "no_iban": _("This IBAN is not right: please compare it, figure by figure."),
        "number_too_long": _("A number of the federation has at most 20 characters."),
        "registered_already": _("There is a registration of this name already. Is it somebody else?"),
        "registration_closed": _("Registration is closed: players can no longer register themselves."),
        "no_days": _("Please tick at least one day."),
        "too_many_days": _("At most %(most)s tournaments at once."),
        "too_many_applications": _(
            "Too many people are already waiting for confirmation: please ask the tournament director."
        ),
        "decided": _("This has already been decided."),
        "table_done": _("This table is done: reopen it first."),
        # the tables of a round
        "no_reason": _("Say why."),
        "no_such_table": _("There is no table %(table)s in this round."),
        "result_there": _(
            "This table counts in a published result: accept the hand with “Correct this table” on the page of the "
            "table."
        ),
        "must_be_sure": _("Please confirm that you know what this changes."),
        "book_changed": _("Something has been entered at this table in the meantime: please check it and try again."),
        # money
        "no_amount": _("Enter an amount, such as 12.50."),
        # published results, of tournaments and of seasons
        "something_missing": _("Something is still missing: see the list."),
        "standing_changed": _("The standings have changed in the meantime: please check them before publishing."),
        "same_result": _("Nothing has changed since the last edition."),
        "lots_drawn": _("The lots have already been drawn; drawing again would give the same result."),
        "no_equals": _("No two players have the same rank: there is nothing to draw."),
        # entries in the book of a table
        "not_written": _("This cannot be entered like this:"),
    }
)
