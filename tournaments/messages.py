"""What is said to people where something could not be done; one sentence for each code of acts.Refused."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournaments.acts import Refused

SENTENCES: dict[str, Promise] = {
    "no_key": _("Something went missing on the way: please do it once more."),
    "other_body": _("This page has already done something else: please look at it as it is now, and do it once more."),
    "frozen": _("The settings are fixed since the first round has started: they decide its result."),
    "ended": _("The final result of this tournament is published: nothing changes any more."),
    "closed": _("This round is over."),
    "all_rounds_open": _(
        "All %(rounds)s rounds that were planned are open already. Raise their number in the settings."
    ),
    "fewer_than_open": _("%(open)s rounds are open already: there cannot be fewer."),
    "one_round_only": _("The ranking or the draw compares rounds: a single round is not enough for that."),
    "rounds_wrong": _("Say how many rounds: a whole number up to %(most)s, or 0 for as many as people like."),
    "tables_are_laid": _(
        "The tables are drawn with these house rules already: other rules would need a new tournament."
    ),
    "nobody_known": _("Somebody of these is not known here any more: please look at the list as it is now."),
    "no_such_round": _("Round %(round)s is not open for entries."),
    "number_taken": _("Start number %(number)s belongs to somebody else already."),
    "number_wrong": _("Start numbers go from 1 to 9999."),
    "numbers_are_drawn": _("The first round is drawn: start numbers stay as they are."),
    "drawn": _("This round is drawn: whoever does not play has not come, waits or has left."),
    "not_drawn": _("This round is not drawn yet: simply take the entry back."),
    "has_paid": _("Somebody of these has paid: first give the fee back."),
    "has_paid_fee": _("The fee is paid: give it back first."),
    "payer_not_entered": _("Whoever is to pay instead has not entered this round."),
    "no_decision": _("Say what is decided: waived, moved to somebody else, or owed."),
    "not_entered": _("Somebody of these has not entered this round."),
    "same_person": _("These are one and the same."),
    "merged_already": _("One of the two is merged with somebody already."),
    "erased": _("One of the two was erased."),
    "same_table": _("Both have sat at one table: they cannot be the same person."),
    "both_seated": _("Both have played in “%(tournament)s”: two results cannot become one."),
    "paid_twice": _("The fee of one round of “%(tournament)s” was paid for both: first give one of them back."),
    "other_way_round": _("Only %(name)s has played in “%(tournament)s”: merge the other way round."),
    "has_account": _("Whoever may log in cannot be merged into somebody else or erased: first take the access away."),
    "registration_closed": _("The link is closed: players cannot enter themselves any more."),
    "too_many_applications": _("Too many people are waiting to be confirmed: please ask the tournament director."),
    "decided": _("Somebody has decided about this already."),
    "alike": _("This name is like others that are known here: say who it is."),
    "not_seated": _("He does not sit at this table."),
    "seated_elsewhere": _("He sits at a table in this round already."),
    "not_started": _("Before the round starts, seats are changed in the draw."),
    "table_done": _("This table is done: reopen it first."),
    # the clock and the tables of a round
    "lapse": _("Time runs by itself here, and this tournament is a real one, or the other way round."),
    "no_tables": _("This round has no tables yet: publish its draw first."),
    "started": _("This round has started already."),
    "not_begun": _("This round has not started yet."),
    "unseated": _("Without a seat: start number %(numbers)s. They can still be given one after the start."),
    "others_play": _("Round %(round)s is still being played: not all of its tables are done."),
    "pauses": _("The clock stands already."),
    "runs": _("The clock is running already."),
    "no_limit": _("In this round no clock counts down: no time can be given or taken."),
    "no_hands": _("Say how many hands a table of four plays: a whole number up to %(most)s."),
    "not_whole": _(
        "With %(hands)s hands at %(players)s players not everybody deals equally often. Confirm if it shall be so."
    ),
    "no_seconds": _("Say how many minutes: a whole number, with a minus for fewer."),
    "too_long": _("That is too long: at most %(hours)s hours."),
    "time_was_up": _("The time of this table is up: say that it plays on all the same."),
    "not_all_counted": _("Enter the chips of every player, such as 47.50."),
    "not_counted": _("First count the chips: something was entered since, or they were not counted yet."),
    "differs": _("The chips differ from what was computed: say why, then the table can be closed."),
    "still_played": _("This table has not played to its end yet: the chips are counted afterwards."),
    "hands_open": _("A hand of this table is disputed or came late, or the referee is called: first settle that."),
    "own_count": _("This phone has counted itself: another phone of the table must say that it fits."),
    "not_done": _("This table is not done."),
    "no_reason": _("Say why."),
    "no_such_table": _("There is no table %(table)s in this round."),
    "no_such_hand": _("There is no such hand at this table."),
    "other_players": _("Not all of those who would play this deal have played the hand: enter it by hand."),
    "clock_stands": _("The clock of this table stands: let it go on first."),
    "not_possible": _("This hand cannot be taken as it is: enter it by hand, or turn it down."),
    "turn_settled": _("A ruling has settled this hand or one after it (§5): only another ruling moves it."),
    "not_mended": _(
        "This cannot be moved: somebody who played would sit out then. Look at the sheet, and correct the hand there."
    ),
    "result_there": _(
        "A result that counts this table is published: begin a correction on the table's page first, then take it."
    ),
    "must_be_sure": _("Confirm that you know what this changes."),
    "book_changed": _("Something was entered at this table meanwhile: please look at it, and do it once more."),
}


def sentence(refused: Refused) -> str:
    """The sentence for somebody who asked."""
    said = SENTENCES.get(refused.code)
    return refused.code if said is None else str(said) % refused.params
