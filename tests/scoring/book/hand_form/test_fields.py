"""Tapped and typed fields become the record for which they stand, and back; they stay those of the same players."""

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from scoring.book.hand_form import MOST_PLAYS, build_record, fill_form, find_unsaid, move_entry
from scoring.book.ledger.held_hands import DealSeats
from scoring.engine.hand.check import check
from scoring.engine.hand.reader import parse
from scoring.engine.hand.score_lines import Amounts, Score
from scoring.engine.hand.scorer import score_record
from scoring.engine.house_rules.library import BUILT_IN
from tests.scoring.engine.support.built_in import sheet_of
from tests.scoring.engine.support.strategies import cases
from tests.scoring.support.pages import Page, open_table_page, saved, url
from tests.scoring.support.tables import NAMES, dreier, new_table, play, totals
from tests.support.phones import Client

FOREHAND = 1


def game(contract, **fields):
    """The fields of the first game."""
    return {"p0-contract": contract, **{f"p0-{name}": value for name, value in fields.items()}}


PLAIN = [
    (
        "a Rufer with a partner",
        "treffpunkt",
        game("rufer", partner="3", result="won"),
        {"plays": [{"contract": "rufer", "declarer": 1, "partner": 3, "result": "won"}]},
    ),
    (
        "a Rufer with the king in the talon, conceded",
        "treffpunkt",
        game("rufer", partner="talon", result="conceded"),
        {"plays": [{"contract": "rufer", "declarer": 1, "king_in_talon": True, "result": "conceded"}]},
    ),
    (
        "a Rufer with all four kings",
        "treffpunkt",
        game("rufer", partner="alone", result="lost", kontra="4", kontra_by="2"),
        {"plays": [{"contract": "rufer", "declarer": 1, "result": "lost", "kontra": 4, "kontra_by": 2}]},
    ),
    (
        "points with Blatt",
        "treffpunkt",
        game("dreier", declarer="0", points="35", blatt="2", kontra="1"),
        {"plays": [{"contract": "dreier", "declarer": 0, "points": "35/2", "kontra": 1}]},
    ),
    (
        "points written with their Blatt",
        "treffpunkt",
        game("dreier", declarer="0", points="35/2", blatt="1"),
        {"plays": [{"contract": "dreier", "declarer": 0, "points": "35/2"}]},
    ),
    (
        "Blatt without points is nothing",
        "treffpunkt",
        game("dreier", declarer="0", result="won", blatt="2"),
        {"plays": [{"contract": "dreier", "declarer": 0, "result": "won"}]},
    ),
    (
        "exactly half",
        "standard",
        game("dreier", declarer="2", result="lost", equal="on"),
        {"plays": [{"contract": "dreier", "declarer": 2, "result": "lost", "points": "35"}]},
    ),
    (
        "points that were typed, whatever the tick",
        "standard",
        game("dreier", declarer="2", result="lost", equal="on", points="20"),
        {"plays": [{"contract": "dreier", "declarer": 2, "result": "lost", "points": "20"}]},
    ),
    (
        "a negative game with kontra of each for himself",
        "treffpunkt",
        game("piccolo", declarer="2", result="lost") | {"p0-kontra-0": "2", "p0-kontra-1": "1", "p0-kontra-3": "8"},
        {"plays": [{"contract": "piccolo", "declarer": 2, "result": "lost", "kontra": {"0": 2, "3": 8}}]},
    ),
    (
        "a negative game without kontra",
        "treffpunkt",
        game("piccolo", declarer="2", result="won", kontra="4") | {"p0-kontra-0": "1"},
        {"plays": [{"contract": "piccolo", "declarer": 2, "result": "won"}]},
    ),
    (
        "a Zwiccolo beside a Piccolo",
        "treffpunkt",
        game("piccolo", declarer="2", result="won")
        | {"p1-contract": "zwiccolo", "p1-declarer": "0", "p1-result": "lost", "p1-kontra-2": "2"},
        {
            "plays": [
                {"contract": "piccolo", "declarer": 2, "result": "won"},
                {"contract": "zwiccolo", "declarer": 0, "result": "lost", "kontra": {"2": 2}},
            ]
        },
    ),
    (
        "a Trischaken with Blatt",
        "treffpunkt",
        game("trischaken", kontra="1")
        | {"p0-points-0": "20", "p0-blatt-0": "1", "p0-points-1": "20", "p0-blatt-1": "2"}
        | {"p0-points-2": "29", "p0-blatt-2": "0", "p0-points-3": "0", "p0-blatt-3": "0"},
        {"plays": [{"contract": "trischaken", "declarer": 1, "points": ["20/1", "20/2", "29", "0"], "kontra": 1}]},
    ),
    (
        "premiums with kontra, lost, and who said it",
        "treffpunkt",
        game("dreier", declarer="0", result="won")
        | {"prem-pagat-declarer": "announced", "prem-pagat-declarer-lost": "on"}
        | {"prem-pagat-declarer-kontra": "2", "prem-pagat-declarer-kontra_by": "3"}
        | {"prem-uhu-defence": "silent", "prem-uhu-defence-kontra": "1", "prem-trull-declarer": ""},
        {
            "plays": [{"contract": "dreier", "declarer": 0, "result": "won"}],
            "premiums": [
                {"premium": "pagat", "side": "declarer", "announced": True, "won": False, "kontra": 2, "kontra_by": 3},
                {"premium": "uhu", "side": "defence", "announced": False, "won": True, "kontra": 1},
            ],
        },
    ),
    (
        "a Renonce with claims",
        "treffpunkt",
        game("dreier", declarer="0") | {"renonce": "2", "claim-0": "3", "claim-1": "", "claim-3": "0"},
        {
            "plays": [{"contract": "dreier", "declarer": 0}],
            "renonce": {"seat": 2, "claims": {"0": 3}},
        },
    ),
    (
        "a game that is not the forehand's",
        "steindl",
        game("falscher_sechser", declarer="0", result="won"),
        {"plays": [{"contract": "falscher_sechser", "declarer": 0, "result": "won"}]},
    ),
]


@pytest.mark.parametrize(
    ("sheet_id", "posted", "record"), [case[1:] for case in PLAIN], ids=[case[0] for case in PLAIN]
)
def test_fields_become_the_record_they_stand_for_and_it_is_valid(sheet_id, posted, record):
    sheet = sheet_of(sheet_id)
    made = build_record(posted, sheet, FOREHAND)
    assert made == record
    read, problems = parse({**made, "forehand": FOREHAND})
    assert problems == []
    assert read is not None
    assert check(read, sheet) == []


@pytest.mark.parametrize(
    ("typed", "points"), [(" 35 ", "35"), ("35/2 ", "35/2"), (" 35 / 2", "35/2"), ("35,2", "35,2")]
)
def test_points_are_taken_without_spaces_and_otherwise_as_typed(typed, points):
    made = build_record(game("dreier", declarer="0", points=typed), sheet_of("treffpunkt"), FOREHAND)
    assert made["plays"][0]["points"] == points


@pytest.mark.parametrize("typed", ["35,2", "35.2", "１２", "35/3", "-1", "9" * 5000, "achtunddreißig", "35\x00"])
def test_what_are_no_points_is_a_problem_of_the_points_and_of_nothing_else(typed):
    made = build_record(game("dreier", declarer="0", points=typed), sheet_of("treffpunkt"), FOREHAND)
    _, problems = parse(made)
    assert [(problem.path, problem.code) for problem in problems] == [("plays/0/points", "invalid_points")]


@pytest.mark.parametrize("seat", ["9", "-1", "4", "1.0", "１", "zwei", "1" * 5000, "true"])
def test_a_seat_that_is_none_is_a_problem_of_the_seat(seat):
    made = build_record(game("dreier", declarer=seat, result="won"), sheet_of("treffpunkt"), FOREHAND)
    _, problems = parse(made)
    assert [(problem.path, problem.code) for problem in problems] == [("plays/0/declarer", "invalid_seat")]


def test_no_game_is_a_record_without_plays():
    assert build_record({}, sheet_of("treffpunkt"), 0) == {"plays": []}
    assert build_record({"p1-contract": "piccolo"}, sheet_of("treffpunkt"), 0) == {"plays": []}


def test_three_of_four_points_are_not_enough():
    posted = game("trischaken") | {f"p0-points-{seat}": "20" for seat in range(3)}
    made = build_record(posted, sheet_of("treffpunkt"), 0)
    assert "points" not in made["plays"][0]
    record, problems = parse(made)
    assert record is not None
    assert [problem.code for problem in [*problems, *check(record, sheet_of("treffpunkt"))]] == ["points_missing"]


@pytest.mark.parametrize(
    ("ticked", "play"),
    [
        (["loser-1"], {"losers": [1]}),
        (["loser-0", "loser-3", "jungfrau-2"], {"losers": [0, 3], "jungfrauen": [2]}),
        (["loser-2", "mayor-2"], {"losers": [2], "buergermeister": 2}),
        (["loser-2", "mayor-2", "mayor-3"], {"losers": [2], "buergermeister": [2, 3]}),
        ([], {}),
    ],
)
def test_who_lost_a_trischaken_is_ticked(ticked, play):
    posted = game("trischaken") | {f"p0-{name}": "on" for name in ticked}
    made = build_record(posted, sheet_of("standard"), 1)
    assert made["plays"] == [{"contract": "trischaken", "declarer": 1, **play}]
    assert build_record(posted | {"p0-contract": "dreier"}, sheet_of("standard"), 1)["plays"] == [
        {"contract": "dreier"}
    ]


def test_two_buergermeister_are_a_problem():
    posted = game("trischaken") | {"p0-loser-2": "on", "p0-mayor-2": "on", "p0-mayor-3": "on"}
    _, problems = parse(build_record(posted, sheet_of("standard"), 1))
    assert [(problem.path, problem.code) for problem in problems] == [("plays/0/buergermeister", "invalid_seat")]


def test_a_premium_that_the_sheet_lacks_is_no_field_and_a_game_that_it_lacks_is_named():
    posted = game("dreier", declarer="0", result="won") | {"prem-geier-declarer": "silent", "nonsense": "1"}
    assert "premiums" not in build_record(posted, sheet_of("treffpunkt"), 0)
    made = build_record(game("schnapsen", declarer="0", result="won"), sheet_of("treffpunkt"), 0)
    record, _ = parse(made)
    assert record is not None
    assert [problem.code for problem in check(record, sheet_of("treffpunkt"))] == ["unknown_contract"]


@pytest.mark.parametrize("claim", ["1/2", "3/2"])
def test_a_claim_may_be_a_fraction(claim):
    posted = game("dreier", declarer="0") | {"renonce": "1", "claim-2": claim}
    record, problems = parse(build_record(posted, sheet_of("treffpunkt"), 0))
    assert problems == []
    assert record is not None


@pytest.mark.parametrize("claim", ["-1", "1e6", "99999999", "9" * 5000, "viel", "1.5"])
def test_a_claim_that_is_none_is_a_problem_of_the_claim(claim):
    posted = game("dreier", declarer="0") | {"renonce": "1", "claim-2": claim}
    _, problems = parse(build_record(posted, sheet_of("treffpunkt"), 0))
    assert [problem.path for problem in problems] == ["renonce/claims/2"]


SHEETS = pytest.mark.parametrize("sheet_id", BUILT_IN)


def sort_lines(score: Score) -> list[tuple[str, str, Amounts]]:
    """The lines of a score in any order; a claim of nothing is none."""
    lines = [(line.cause.kind, line.cause.item, line.amounts) for line in score.lines]
    return sorted(line for line in lines if line[0] != "claim" or any(line[2]))


@SHEETS
@given(data=st.data())
def test_a_recorded_hand_comes_back_from_the_form_as_it_was(sheet_id, data):
    case = data.draw(cases(sheet_id))
    assume(len(case.record.plays) <= MOST_PLAYS)
    forehand = case.record.forehand or 0
    posted = fill_form(case.record, case.sheet)
    assert all(isinstance(value, str) and value for value in posted.values())
    assert find_unsaid(posted, case.sheet) == ()
    record, problems = parse(build_record(posted, case.sheet, forehand))
    assert record is not None
    assert fill_form(record, case.sheet) == posted
    again = score_record(record._replace(forehand=forehand, radl=case.record.radl), problems, case.sheet)
    first = score_record(case.record._replace(forehand=forehand), [], case.sheet)
    assert again.problems == []
    assert again.score is not None
    assert first.score is not None
    assert (again.score.payouts, again.score.written) == (first.score.payouts, first.score.written)
    assert again.score.radl_deals == first.score.radl_deals
    assert sort_lines(again.score) == sort_lines(first.score)


FIVE = (*NAMES, "Emil")
WAS, NOW = DealSeats((0, 1, 2, 3), 0, (10, 11, 12, 13)), DealSeats((1, 2, 3, 4), 1, (11, 12, 13, 14))


def move_fields(posted, was=WAS, now=NOW):
    """The same entry on the seats of now."""
    return move_entry(posted, was, now, sheet_of("treffpunkt"))


def test_everything_said_of_a_player_goes_along_with_him():
    entry = {
        "p0-contract": "dreier",
        "p0-declarer": "2",
        "p0-kontra_by": "3",
        "prem-pagat-declarer": "announced",
        "prem-mondfang-defence-by": "1",
        "renonce": "3",
        "claim-1": "2",
    }
    assert move_fields(entry) == {
        "p0-contract": "dreier",
        "p0-declarer": "1",
        "p0-kontra_by": "2",
        "prem-pagat-declarer": "announced",
        "prem-mondfang-defence-by": "0",
        "renonce": "2",
        "claim-0": "2",
    }


def test_what_was_said_of_somebody_who_sits_out_now_is_open_again():
    assert move_fields({"p0-contract": "dreier", "p0-declarer": "0", "claim-0": "1"}) == {"p0-contract": "dreier"}


def test_who_was_replaced_leaves_nothing_to_his_successor():
    now = WAS._replace(sittings=(10, 99, 12, 13))
    assert move_fields({"p0-declarer": "1", "p0-result": "won"}, now=now) == {"p0-result": "won"}


def test_the_four_points_of_trischaken_stay_with_those_who_made_them():
    entry = {"p0-contract": "trischaken", "p0-points-0": "30", "p0-points-1": "20", "p0-blatt-3": "2"}
    assert move_fields(entry) == {"p0-contract": "trischaken", "p0-points-0": "20", "p0-blatt-2": "2"}


def test_who_lost_a_trischaken_moves_while_all_four_play():
    entry = {"p0-contract": "trischaken", "p0-loser-0": "0", "p0-jungfrau-2": "2", "p0-mayor-0": "0"}
    turned = WAS._replace(active=(1, 2, 3, 0), sittings=(11, 12, 13, 10))
    assert move_fields(entry, now=turned) == {
        "p0-contract": "trischaken",
        "p0-loser-3": "3",
        "p0-jungfrau-1": "1",
        "p0-mayor-3": "3",
    }
    assert move_fields(entry) == {"p0-contract": "trischaken"}  # one of them does not play now


def test_a_game_of_the_forehand_does_not_become_that_of_the_next_one():
    rufer = {"p0-contract": "rufer", "p0-partner": "2", "p0-result": "won"}
    assert move_fields(rufer) == {"p0-contract": "rufer"}
    assert move_fields({**rufer, "p0-contract": "solorufer"}) == {
        "p0-contract": "solorufer",
        "p0-partner": "1",
        "p0-result": "won",
    }


@pytest.mark.django_db
def test_a_late_phone_at_a_table_of_five_saves_for_the_player_it_was_entered_for():
    client, table = Client(), new_table(names=FIVE)
    posted = open_table_page(client, table).fill_form({"p0-contract": "dreier", "p0-declarer": "1", "p0-result": "won"})
    play(table, dreier(3))
    page = Page(client.post(url("save_hand", table), posted).content.decode())
    assert client.post(url("save_hand", table), page.fill_form({})).status_code == 302
    assert totals(table) == [-5, 10, -10, 10, -5]


@pytest.mark.django_db
def test_a_late_rufer_is_asked_for_its_partner_again():
    client, table = Client(), new_table()
    posted = open_table_page(client, table).fill_form({"p0-contract": "rufer", "p0-partner": "3", "p0-result": "won"})
    play(table, dreier(3))
    page = Page(client.post(url("save_hand", table), posted).content.decode())
    assert "p0-partner" not in page.sent
    assert client.post(url("save_hand", table), page.fill_form({})).status_code == 400
    assert saved(client, table, {"p0-contract": "rufer", "p0-partner": "3", "p0-result": "won"}).status_code == 302
