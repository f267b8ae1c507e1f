"""The cup of nine on paper (tests/data/cup-9.toml): two rounds are played, one of them published, the third runs."""

from tarockclub.platform.privacy.readers import EVERYBODY
from tests.tournaments.support import acts, cup
from tournaments.hall.standing.players import load_progress
from tournaments.hall.standing.standing import load_standings
from tournaments.models import Round, Tournament
from tournaments.results.final_results.result_actions import compute_result_sign
from tournaments.results.projector import services as hall


def make_cup() -> dict[str, str]:
    """Write it; the words for the paths of states."""
    of = cup.cup()
    for number in (1, 2):
        cup.play_round(of, number)
    round_ = cup.begin_round(of, 3)
    acts.enter_end_totals(cup.table_at(round_, 2), "cup-paper", (-18, 36, -48, -18, 48), hands=5)
    acts.close_table(cup.table_at(round_, 2), "cup-paper-done", confirmed=True)
    now = Tournament.objects.get(pk=of.pk)
    acts.publish_edition(
        of, "cup-result", 1, compute_result_sign(load_standings(load_progress(now), EVERYBODY), 1), confirmed=True
    )
    hall.go_to_step(of, 1, from_last=True)
    half = cup.cup()
    first = cup.begin_round(half, 1)
    return {"t_cup": str(of.slug), "t_cup_paper": str(Round.objects.get(pk=first.pk).tournament.slug)}
