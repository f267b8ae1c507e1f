"""The open readings of the sheet as settings: replaced players (§4), their replacement (§4), the double round (§6)."""

import pytest
from django.urls import reverse

from tests.support.accounts import log_in, make_account
from tests.support.libreoffice import LibreOffice
from tests.tournaments.results.exports.test_libreoffice import recompute_file
from tests.tournaments.results.standings.played_tables import over, published, standings
from tests.tournaments.support import acts, factories
from tests.tournaments.support.factories import new_key
from tournaments.core.acts import ActionRefused
from tournaments.core.settings import CAPITAL, LOT, SPIELGELD, Settings, encode_settings, parse_settings
from tournaments.hall.clock.table_clocks import load_length
from tournaments.hall.setup.contradictions import find_setting_contradictions
from tournaments.hall.setup.forms import get_usual_settings
from tournaments.hall.standing.standing import CHOICE, RANK
from tournaments.models import Tournament
from tournaments.results.final_results.prizes import load_scope

pytestmark = pytest.mark.django_db
# One table: the first wins all, two lose more than their 50, the last one loses 10.
SCORES = (180, -60, -110, -10)


def play(scores=SCORES, **settings):
    """A round at one table with these scores, and its lines as rank, gain, replacements, capital in play money."""
    of, first, [table] = factories.whole(4, **settings)
    over(first, (table, scores))
    return of, first


def lines_of(of: Tournament):
    found = standings(of).rounds[0].lines
    return [(line.rank, line.shared, line.gain // 600, line.replaced, line.capital // 600) for line in found]


def test_without_a_word_everything_is_as_it_was():
    of, _first = play()
    assert lines_of(of) == [
        (1, False, 180, 0, 230),
        (2, False, -10, 0, 40),
        (3, False, -60, 1, 40),
        (4, False, -110, 2, 40),
    ]
    old = encode_settings(Settings()).replace(',"replacement":0,"forgives_debt":false,"replaced_last":false', "")
    assert parse_settings(old) == Settings()


def test_in_the_format_of_the_sheet_three_who_needed_a_replacement_are_fourth():
    of, _first = play((180, -60, -60, -60), **get_usual_settings(SPIELGELD)._asdict())
    assert [line[:2] for line in lines_of(of)] == [(1, False), (4, True), (4, True), (4, True)]


def test_replaced_players_share_the_last_rank():
    of, _first = play(replaced_last=True, round_criteria=(CAPITAL,))
    assert [line[:2] for line in lines_of(of)] == [(1, False), (2, False), (4, True), (4, True)]


def test_a_replaced_player_who_would_be_second_chooses_no_prize():
    found = []
    for by_rule in (False, True):
        of, first = play(
            (190, -60, -60, -70), replaced_last=by_rule, round_criteria=("unreplaced", "replacements", CAPITAL, LOT)
        )
        for name in ("Speck", "Wein"):
            acts.add_prize(of, new_key(), 1, name, 100)
        if not by_rule:
            acts.draw_lots(of, new_key(), 1, RANK)  # the last rank by rule asks for no lot
        published(of, first.number)
        scope = load_scope(Tournament.objects.get(pk=of.pk), 1)
        found.append((len(scope.choosers.order), scope.lots_first))
        with pytest.raises(ActionRefused):
            acts.draw_lots(of, new_key(), 1, CHOICE)
    assert found == [(2, False), (1, False)]


@pytest.mark.parametrize(
    ("settings", "wanted"),
    [
        # 50 - 60 = -10, + 20 = 10; 50 - 110 = -60, + 4 * 20 = 20.
        ({"replacement": 2000}, [(1, -60, 1, 10), (4, -110, 4, 20)]),
        # The debt of 10 and of 60 is forgiven: both have lost 50 and have their replacement.
        ({"forgives_debt": True}, [(1, -50, 1, 50), (1, -50, 1, 50)]),
        ({"forgives_debt": True, "replacement": 2000}, [(1, -50, 1, 20), (1, -50, 1, 20)]),
    ],
)
def test_a_replacement_of_its_own_and_forgiven_debt(settings, wanted):
    of, _first = play(**settings)
    found = [line for line in lines_of(of) if line[3]]
    assert [(line[3], *line[2:]) for line in found] == wanted


def test_the_double_round_belongs_to_the_last_round_alone():
    settings = Settings(rounds=0, double_only_last=True)
    assert "last_unknown" in {found.code for found in find_setting_contradictions(settings)}
    of, _first = play(rounds=2, double_only_last=True)
    here = Tournament.objects.get(pk=of.pk)
    assert [load_length(here, number).double for number in (1, 2)] == [False, True]
    for rounds in (0, 1):
        with pytest.raises(ActionRefused):
            acts.plan_rounds(of, new_key(), rounds)
    acts.plan_rounds(of, new_key(), 3)
    assert not load_length(Tournament.objects.get(pk=of.pk), 2).double


def test_the_page_of_settings_names_their_paragraphs():
    page = log_in(make_account("director")).get(reverse("prepare_tournament", args=["spielgeld"])).content.decode()
    for name in ("replacement", "forgives_debt", "replaced_last", "double_only_last"):
        assert f'name="{name}"' in page
    assert "checked" in page.partition('name="replaced_last"')[2].partition(">")[0]
    assert "Andere gedruckte Turnierregeln (hksw.at) geben die 44 dem, der Kontra gesagt hat." in page


@pytest.mark.heavy
@pytest.mark.parametrize("settings", [{"replacement": 2000}, {"forgives_debt": True, "replaced_last": True}])
def test_libreoffice_comes_to_the_same(settings, libreoffice: LibreOffice, tmp_path):
    of, _first = play(**settings)
    recompute_file(of, libreoffice, tmp_path)
