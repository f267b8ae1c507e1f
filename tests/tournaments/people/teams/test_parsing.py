"""Teams in a pasted list: a line for each team or for each player; a player is whom name and number both mean."""

import pytest

from tournaments.people.teams.forms import EntrantLookup, LineFault, match_entrants, parse_teams
from tournaments.people.teams.services import TeamDetails

LOOKUP = EntrantLookup(
    {1: 11, 2: 12, 3: 13, 4: 14},
    {"anna maier": (11,), "bert huber": (12,), "carl huber": (13,), "cora berg": (14,)},
    frozenset(),
)
HEADED: dict[str, list[tuple[str, tuple[int, ...]]]] = {
    "Mannschaft;Spieler 1;Spieler 2\nAdler;Cora Berg, Wien;1": [("Adler", (14, 11))],
    "Mannschaft;Spieler;Spieler\nAdler;3;1\nRot;2;4": [("Adler", (13, 11)), ("Rot", (12, 14))],
    "Team\tPlayer\tPlayer\nAdler\t3\t1": [("Adler", (13, 11))],
    "Name;Mannschaft\nMaier, Anna;Adler\nBert Huber;Rot\nCarl Huber;adler": [("Adler", (11, 13)), ("Rot", (12,))],
    "Mannschaft;Startnummer;Name\nAdler;1;Anna Maier\nAdler;3;Huber Carl": [("Adler", (11, 13))],
    "Nachname;Vorname;Mannschaft\nMaier;Anna;Adler\nHuber;Bert;": [("Adler", (11,))],
}
PLAIN: dict[str, list[tuple[str, tuple[int, ...]]]] = {
    "Die Zwei, 1, 2\nDrei, 3, 4": [("Die Zwei", (11, 12)), ("Drei", (13, 14))],
    "1;2\n3;4": [("", (11, 12)), ("", (13, 14))],
    'Adler;"Huber, Bert";Anna Maier': [("Adler", (12, 11))],
    "Spieler;1;2": [("Spieler", (11, 12))],
    "\n \n": [],
}


@pytest.mark.parametrize("text", HEADED | PLAIN)
def test_a_list_is_read_as_it_says(text):
    assert parse_teams(text, LOOKUP, 2) == ([TeamDetails(*team) for team in (HEADED | PLAIN)[text]], [])


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("Adler;1 Bert Huber;2", LineFault("unknown", 1, "1 Bert Huber")),
        ("Startnummer;Name;Mannschaft\n7;Cora Berg;Rot", LineFault("unknown", 2, "7 Cora Berg")),
        ("Startnummer;Name;Mannschaft\n3;Cora Berg;Rot", LineFault("unknown", 2, "3 Cora Berg")),
        ("Adler;Huber;1", LineFault("several", 1, "Huber")),
    ],
)
def test_who_is_not_sure_is_nobody(text, fault):
    assert parse_teams(text, LOOKUP, 2) == ([], [fault])


@pytest.mark.parametrize(
    ("typed", "entrants"),
    [
        ("Maier, Anna", (11,)),
        ("maier", (11,)),
        ("Cora Berg, Wien", (14,)),
        ("Cora Berg (kommt später)", (14,)),
        ("Nr. 4", (14,)),
        ("4. Berg", (14,)),
        ("4. Maier", ()),
        ("9", ()),
        ("", ()),
    ],
)
def test_a_player_is_matched_by_number_and_name(typed, entrants):
    assert match_entrants(typed, LOOKUP) == entrants
