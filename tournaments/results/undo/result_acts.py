"""Taking back acts that are no actions yet: substitutes."""

from tournaments.core.actions.reversals import Reversal
from tournaments.core.acts import Kind
from tournaments.people.entrants.seat_reversals import check_seat, take_seat_back

KINDS: dict[str, Reversal] = {
    Kind.SUBSTITUTE: Reversal(check_seat, take_seat_back, later=True),
}
