"""Packed standings read as what they were, and weigh little."""

from hypothesis import given
from hypothesis import strategies as st

from tests.tournaments.seasons.season.test_standing import seasons, settings
from tournaments.models import Season, SeasonEvent
from tournaments.seasons.season.cache.progress import pack_lines, pack_progress, pack_values, weigh_lines
from tournaments.seasons.season.course.tally import compute_standing
from tournaments.seasons.season.data import COUNTS, EventStatus, SeasonProgress
from tournaments.seasons.season.hall_of_fame.data import PackedPlaces
from tournaments.seasons.season.hall_of_fame.records import RecordPlace
from tournaments.seasons.season.settings import FINAL, FINAL_ROUNDS, SeasonSettings
from tournaments.seasons.season.standing import EventRow, EventScore, SeasonLine

_LARGE = 2**31 - 1


@given(rules=settings, some=seasons)
def test_packed_standings_are_those_that_were_computed(rules, some):
    standing = compute_standing(rules, some)
    packed = pack_lines(standing.lines)
    assert [line._replace(got=tuple(line.got)) for line in packed] == [
        line._replace(got=tuple(line.got)) for line in standing.lines
    ]
    assert [len(line.got) for line in packed] == [len(line.got) for line in standing.lines]


@given(
    st.lists(
        st.builds(
            EventScore,
            st.integers(0, 32767),
            st.sampled_from(("day", "final", "carried")),
            st.integers(0, _LARGE),
            st.booleans(),
            st.integers(-(10**12), 10**12),
            st.booleans(),
        )
    )
)
def test_whatever_a_column_takes_is_packed(scores):
    [line] = pack_lines([SeasonLine(1, False, 7, 0, 0, scores, 0)])
    assert (tuple(line.got), line.got[:2], len(line.got)) == (tuple(scores), tuple(scores[:2]), len(scores))
    assert line.got[-1:] == tuple(scores[-1:])


def _build_progress(rows, kind="day", **rules):
    """The state of a season of one event, for packing alone."""
    event = SeasonEvent(number=1, kind=kind)
    status = EventStatus(event, "Kirtag", COUNTS, tuple(rows), 1, (3, 4))
    standing = compute_standing(SeasonSettings(), [])
    return SeasonProgress(Season(), SeasonSettings(**rules), (status,), standing, {}, lots_drawn=False)


@given(st.lists(st.tuples(st.integers(1, 2**40), st.integers(0, _LARGE), st.none() | st.integers(-9999, 9999))))
def test_rows_keep_whether_their_points_were_typed(rows):
    rows = [EventRow(*row) for row in rows]
    [event] = pack_progress(_build_progress(rows)).events
    assert (tuple(event.rows), tuple(event.left_out)) == (tuple(rows), (3, 4))


def test_rounds_of_a_final_that_decide_between_equals_stay():
    rows = [EventRow(7, 1, rounds=())]
    [event] = pack_progress(_build_progress(rows, FINAL, criteria=(FINAL_ROUNDS,))).events
    assert event.rows[0].rounds == ()
    [event] = pack_progress(_build_progress(rows, FINAL)).events
    assert event.rows[0].rounds is None


@given(
    st.lists(
        st.builds(
            RecordPlace,
            st.integers(1, 2**40),
            st.integers(0, _LARGE),
            st.none() | st.integers(-(10**12), 10**12),
            st.none() | st.integers(-(10**12), 10**12),
        )
    )
)
def test_places_of_the_hall_of_fame_keep_what_is_unknown(places):
    values = (
        (who, rank, points or 0, best or 0, (points is not None) + 2 * (best is not None))
        for who, rank, points, best in places
    )
    assert list(PackedPlaces(pack_values(PackedPlaces.form, values), len(places))) == places


def test_a_result_weighs_some_ten_bytes():
    scores = [EventScore(event, "day", event % 97 + 1, False, 100 * (event % 89), True) for event in range(1, 3001)]
    packed = pack_lines([SeasonLine(1, False, 7, 0, 0, scores, 0)])
    assert weigh_lines(packed) < 12 * len(scores)
