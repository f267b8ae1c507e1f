"""The actions on a draw: drafts by lot, by the standings, by cards and by hand; publishing; who sits apart."""

from typing import Annotated, Any, ClassVar, Literal

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from pydantic import Field

from tarockclub.kit.form_fields import NumberField, TextField, TickField, UntickedField
from tarockclub.platform.accounts.rights import Right
from tournaments.core.actions.base import (
    ID_RANGE,
    Action,
    Input,
    Operation,
    Spec,
    UndoStep,
    action,
    list_later_acts,
    must_be_last,
)
from tournaments.core.actions.names import ActNames, Content
from tournaments.core.actions.targets import ROUND, TOURNAMENT, Here
from tournaments.core.acts import ActionRefused, Kind, must_not_have_ended, must_take_place, parse_content
from tournaments.core.messages import DRAW, register_sentences
from tournaments.core.settings import LOTS, STANDING
from tournaments.hall.draw.forms import LARGEST_TABLE, NUMBER_DIGITS, SMALLEST_TABLE
from tournaments.hall.draw.history import DRAW_WAYS, compute_order, find_usual_way, is_hoch_dealer
from tournaments.hall.draw.late_entries import mend_tables
from tournaments.hall.draw.pairing import draw_tables, seat_by_standing
from tournaments.hall.draw.services import (
    build_draw_input,
    compute_seed,
    find_draft,
    lay_instead,
    must_all_be_here,
    must_be_replaceable,
    must_not_have_started,
    save_draft,
)
from tournaments.hall.draw.values import DrawTable, compute_sizes, count_must_wait, parse_input, parse_tables
from tournaments.models import Act, Draw, Entrant, Round, Tournament
from tournaments.people.entrants.entering import EntrantId
from tournaments.people.entrants.selectors import list_present

register_sentences(
    {"no_reason": _("Tables have already been published: please say why there should be different ones.")}, DRAW
)
_DRAFT_WORDS = _("seats were drawn")
_NUMBER_OF_DRAFT = {"draft_number": "draft"}  # in addresses of the API
DraftNumber = Annotated[int, ID_RANGE, Input(lambda: NumberField(NUMBER_DIGITS, otherwise=0))]


class DraftAction(Action):
    """A new draft of a round, which changes nothing else."""

    refusals: ClassVar = {
        "round_started": _("This round has started: its tables stay as they are. Late players can still be seated."),
        "no_draft": _("This draft does not exist."),
    }

    def carry_out(self, here: Here) -> dict[str, Any]:
        """Save the draft; "round_started" or "ended" where it is too late for one."""
        must_not_have_started(here.round)
        must_take_place(here.tournament)
        return {"draw": self.make(here.tournament, here.round).number}

    def make(self, row: Tournament, here: Round) -> Draw:
        """Seat the players in a new draft."""
        raise NotImplementedError


def _resolve_way(spot: Round, way: str) -> str:
    return way if way in DRAW_WAYS else find_usual_way(spot.tournament, spot)


@action(
    Spec(
        kind=Kind.DRAFT,
        operations=(Operation(ROUND, "drafts", "draw_round"),),
        right=Right.DIRECT,
        words=_DRAFT_WORDS,
        has_reason=True,
        area=DRAW,
        schema=("NewDraft", "The method of a draw."),
        is_repeatable=False,
    )
)
class DrawSeats(DraftAction):
    """Draw the tables of a round again; no tables exist until a draft is published.

    The usual way is looked up before the act; it says which one it was.
    """

    way: Annotated[Literal["lots", "standing", "season", "usual"], Input(TextField, "by", resolve=_resolve_way)] = (
        Field(
            default="usual",
            description="By lot, by the standings so far, by those of the season, or according to the settings.",
        )
    )
    refusals: ClassVar = {
        "cannot_seat": _(
            "%(number)s players cannot be seated at tables of four, five or six: somebody has to sit out."
        ),
        "no_standing": _("Nobody has played yet: there are no standings by which to seat players."),
        "no_season": _("No season with standings has this tournament: there is nothing by which to seat players."),
    }

    def list_sent(self) -> object:
        """Return the way where it is not by lot."""
        return ["draw"] if self.way == LOTS else ["draw", self.way]

    def make(self, row: Tournament, here: Round) -> Draw:
        """Draw by lot, or seat by the standings so far or those of the season."""
        players = list_present(here)
        if not compute_sizes(len(players)):
            raise ActionRefused("cannot_seat", number=len(players), wait=count_must_wait(len(players)))
        seed = compute_seed(row, here, here.draws.count() + 1)
        draw_input = build_draw_input(row, here, players, seed)
        if self.way == LOTS:
            return save_draft(row, here, Draw.Way.DRAWN, draw_input, draw_tables(draw_input), seed)
        draw_input = draw_input._replace(order=compute_order(row, self.way), way=self.way)
        if not draw_input.order:
            raise ActionRefused("no_standing" if self.way == STANDING else "no_season")
        return save_draft(row, here, Draw.Way.STANDING, draw_input, seat_by_standing(draw_input), seed)


@action(
    Spec(
        kind=Kind.DRAFT,
        operations=(Operation(ROUND, "drafts/{int:draft_number}/swap", "swap_in_draft", path_values=_NUMBER_OF_DRAFT),),
        right=Right.DIRECT,
        words=_DRAFT_WORDS,
        has_reason=True,
        area=DRAW,
        sent_word="swap",
        schema=("SeatSwap", "Two players who swap seats; start numbers."),
    )
)
class SwapPlayers(DraftAction):
    """Swap the seats of two players, in a new draft."""

    draft: DraftNumber
    one: EntrantId
    other: EntrantId
    refusals: ClassVar = {"not_both_seated": _("Choose two different players of this draft.")}

    def make(self, row: Tournament, here: Round) -> Draw:
        """Let each take the seat of the other one."""
        draft = find_draft(here, self.draft)
        tables = parse_tables(draft, hoch_deals=is_hoch_dealer(row))
        seated = {player for table in tables for player in table.seats}
        if self.one == self.other or not seated.issuperset((self.one, self.other)):
            raise ActionRefused("not_both_seated")
        other = {self.one: self.other, self.other: self.one}
        swapped = tuple(table._replace(seats=tuple(other.get(seat, seat) for seat in table.seats)) for table in tables)
        return save_draft(row, here, Draw.Way.SWAPPED, parse_input(draft.made_from, draft.seed), swapped, draft.seed)


@action(Spec(kind=Kind.DRAFT, targets=(ROUND,), right=Right.DIRECT, words=_DRAFT_WORDS, has_reason=True, area=DRAW))
class TypeCards(DraftAction):
    """Save a draw made by cards; its tables name entrants by their ids."""

    tables: tuple[DrawTable, ...]
    refusals: ClassVar = {
        "not_everybody_once": _("Everybody who plays must have exactly one seat."),
        "table_size": _("Four, five or six players sit at a table."),
    }

    def list_sent(self) -> object:
        """Return the seats of each table, and where the highest card was drawn."""
        return ["type", [list(table) for table in self.tables]]

    def make(self, row: Tournament, here: Round) -> Draw:
        """Keep the tables as they were drawn."""
        players = list_present(here)
        seated = [player for table in self.tables for player in table.seats]
        if sorted(seated) != sorted(players):
            raise ActionRefused("not_everybody_once")
        if not all(SMALLEST_TABLE <= len(table.seats) <= LARGEST_TABLE for table in self.tables):
            raise ActionRefused("table_size")
        return save_draft(row, here, Draw.Way.TYPED, build_draw_input(row, here, players, ""), self.tables, "")


@action(
    Spec(
        kind=Kind.DRAFT,
        operations=(Operation(ROUND, "drafts/{int:draft_number}/mend", "mend_draft", path_values=_NUMBER_OF_DRAFT),),
        right=Right.DIRECT,
        words=_DRAFT_WORDS,
        has_reason=True,
        area=DRAW,
        sent_word="mend",
    )
)
class MendDraft(DraftAction):
    """Fix a draft for the current players, moving as few as possible."""

    draft: DraftNumber
    refusals: ClassVar = {"cannot_mend": _("These tables cannot be fixed: please draw again.")}

    def make(self, row: Tournament, here: Round) -> Draw:
        """Seat those who play now; "cannot_mend" where nothing helps but another draw."""
        draft = find_draft(here, self.draft)
        draw_input = build_draw_input(row, here, list_present(here), draft.seed)
        try:
            tables = mend_tables(draw_input, parse_tables(draft, hoch_deals=is_hoch_dealer(row)))
        except ValueError as error:
            raise ActionRefused("cannot_mend") from error
        if not tables:
            raise ActionRefused("cannot_mend")
        return save_draft(row, here, Draw.Way.SWAPPED, draw_input, tables, draft.seed)


@action(
    Spec(
        kind=Kind.PUBLISHED_DRAW,
        operations=(
            Operation(ROUND, "drafts/{int:draft_number}/publish", "publish_draft", path_values=_NUMBER_OF_DRAFT),
        ),
        right=Right.DIRECT,
        words=_("the draw was published"),
        is_repeatable=False,
        has_reason=True,
        area=DRAW,
        schema=("DrawPublication", "The publication of a draft."),
        undo_on=("draw",),
    )
)
class PublishDraft(Action):
    """Publish a draft: creates the tables.

    Replacing another one needs a reason. Players who have no seat in it are seated later (`without`).
    """

    draft: DraftNumber
    without: Annotated[bool, Input(TickField)] = Field(
        default=False, description="Even if somebody who plays has no seat in it."
    )
    refusals: ClassVar = {
        "somebody_gone": _("This draft seats somebody who is no longer playing (start number %(numbers)s)."),
        "not_in_draft": _("This draft has no seat for start number %(numbers)s: draw again, or seat them later."),
        "tables_written": _(
            "Something has already been recorded for table %(numbers)s, such as a paper sheet: it stays where it is."
        ),
    }

    def carry_out(self, here: Here) -> dict[str, Any]:
        """Lay its tables in one step, where those of another draft do not stay as they are."""
        must_not_have_started(here.round)
        must_take_place(here.tournament)
        draw = find_draft(here.round, self.draft)
        if here.round.draw_id is not None and not here.reason.strip():
            raise ActionRefused("no_reason")
        must_all_be_here(here.round, draw, without=self.without)
        untouched, laid = lay_instead(here.tournament, here.round, draw)
        return {"draw": self.draft, "tables": untouched + laid, "laid": laid}

    @classmethod
    def say(cls, content: Content, _names: ActNames) -> str:
        """Return how many tables there are."""
        return gettext("the draw was published, tables: %(tables)s") % {"tables": content["tables"]}

    @classmethod
    def check_undo(cls, step: UndoStep) -> None:
        """Refuse it where the round has started, or somebody was seated late, or a table is written."""
        must_not_have_ended(step.tournament)
        seats = (Kind.SEATED_LATE, Kind.SEAT_CLOSED, Kind.MOVED)
        followed = list_later_acts(step.act, (Kind.START, Kind.PUBLISHED_DRAW, *seats))
        must_be_last(followed.filter(round=step.act.round))
        must_be_replaceable(step.round, _find_draw_before(step))

    @classmethod
    def take_back(cls, step: UndoStep) -> dict[str, Any]:
        """Lay the tables of the draw that was published before it, or none."""
        before = _find_draw_before(step)
        lay_instead(step.tournament, Round.objects.select_related("draw").get(pk=step.round.pk), before)
        return {"draw": before.number if before is not None else 0}


def _find_draw_before(step: UndoStep) -> Draw | None:
    """Return the draw that was published before the draw of an act; None if there was none."""
    acts = Act.objects.filter(round=step.act.round, kind=Kind.PUBLISHED_DRAW, undone_by=None)
    before = acts.filter(sequence__lt=step.act.sequence).order_by("-sequence").first()
    return None if before is None else Draw.objects.get(round=step.act.round, number=parse_content(before)["draw"])


@action(
    Spec(
        kind=Kind.APART,
        operations=(Operation(TOURNAMENT, "apart", "keep_pair_apart"),),
        right=Right.DIRECT,
        words=_("who must not sit together was changed"),
        area=DRAW,
        schema=("PairApart", "Two players who must not sit together, or may again; start numbers."),
    )
)
class KeepApart(Action):
    """Set that two players must not sit at the same table, or may again."""

    one: EntrantId
    other: EntrantId
    apart: Annotated[bool, Input(lambda: UntickedField("1"), "again")] = True

    def list_sent(self) -> object:
        """Return the two in order."""
        return [*sorted((self.one, self.other)), self.apart]

    def carry_out(self, here: Here) -> dict[str, Any]:
        """Record it; taking it back is another act of this kind."""
        pair = sorted((self.one, self.other))
        if self.one == self.other:
            raise ActionRefused("same_person")
        if Entrant.objects.filter(tournament=here.tournament, pk__in=pair).count() < len(pair):
            raise ActionRefused("nobody_known")
        return {"pair": pair, "apart": self.apart}

    @classmethod
    def say(cls, content: Content, names: ActNames) -> str:
        """Return who must not sit together, or may again."""
        one, other = map(names.name_entrant, content["pair"])
        apart, together = (
            gettext("%(one)s and %(other)s must not sit at the same table"),
            gettext("%(one)s and %(other)s may sit at the same table again"),
        )
        return (apart if content["apart"] else together) % {"one": one, "other": other}
