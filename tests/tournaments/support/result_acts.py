"""The actions on results and prizes as tests call them; a scope is the number of a round, or FINAL."""

from tarockclub.platform.accounts.actors import ANONYMOUS
from tournaments.results.final_results.lot_actions import DrawLots
from tournaments.results.final_results.prize_actions import AddPrize, ChoosePrize, RemovePrize
from tournaments.results.final_results.result_actions import PublishResult
from tournaments.results.special_prizes.actions import HoldRaffle


def add_prize(of, key, scope, name, cents, who=ANONYMOUS):
    return AddPrize.build(of=scope, name=name, cents=cents).perform(of, key, who)


def remove_prize(prize, key, who=ANONYMOUS):
    return RemovePrize(prize=prize.pk).perform(prize.tournament, key, who)


def record_choice(of, key, scope, person, prize, who=ANONYMOUS, *, reason=""):
    return ChoosePrize.build(person=person, prize=prize).perform(find_spot(of, scope), key, who, reason)


def draw_lots(of, key, scope, what, who=ANONYMOUS):
    return DrawLots(what=what).perform(find_spot(of, scope), key, who)


def draw_raffle(of, key, many, who=ANONYMOUS, *, others=True):
    return HoldRaffle.build(winners=many, everybody=not others).perform(of, key, who)


def publish_edition(of, key, scope, seen, who=ANONYMOUS, *, reason="", confirmed=False):
    return PublishResult(seen=seen, confirmed=confirmed).perform(find_spot(of, scope), key, who, reason)


def find_spot(of, scope):
    return of.rounds.get(number=scope) if scope else of
