"""The ready rules as their own words have them, and some formulas, as functions of Python."""

from fractions import Fraction
from typing import Any

from tests.tournaments.seasons.reckoner.reckoning import Facts, Rule, Worth, round_half

# The lists of the cups, by place; none behind them.
FIFTY = (
    *(223, 198, 180, 168, 156, 147, 138, 131, 124, 117, 110, 105, 100, 95, 90, 85, 80, 76, 72, 68, 64, 60, 56, 52, 49),
    *(46, 43, 40, 37, 34, 31, 28, 26, 24, 22, 20, 18, 16, 14, 12, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1),
)
AUSTRIA = (60, 54, 50, 46, 45, 44, 43, 42, 41, 40, 39, 38, 37, 36, 35, 34, 33, 32, 31, 30)  # the first twenty


def look_up(*table: int) -> Worth:
    """Return a table as a function of the place."""
    return lambda f: table[int(f.place) - 1] if f.place <= len(table) else 0


def heine(f: Facts) -> int:
    """Up to 100 in full, above that by half, 200 at most and never below 0, in whole points."""
    made: Fraction = f.points if f.points <= 100 else 100 + (f.points - 100) / 2
    return int(max(Fraction(0), min(Fraction(200), made)))


def d60(f: Facts) -> Fraction:
    """The written score on 60 hands; two per cent less for each per cent that is missing to half of the most hands."""
    made: Fraction = f.written * 60 / max(Fraction(1), f.hands)
    missing = max(Fraction(0), Fraction(1, 2) - f.hands / f.most_hands)
    return made if f.written < 0 else made * max(Fraction(0), 1 - 2 * missing)


def final_2019(f: Facts) -> Fraction | int:
    """The fixed points, and behind them 50 less the place."""
    return FIFTY[int(f.place) - 1] if f.place <= 50 else 50 - f.place


OBEROESTERREICH = Rule(look_up(*FIFTY), counting="number", best=6)
ABAKUS_TIES = ("best_days", "more_days", "final_points")
SWC = OBEROESTERREICH._replace(counting="all", criteria=ABAKUS_TIES)
HEINE = Rule(heine, ("points",), counting="half")
WTC = HEINE._replace(counting="vienna", criteria=("best_days",))
JAHR = Rule(lambda f: f.written, ("written",), "season", 1, third=True, criteria=("more_days", "best_day"))
BESTE = Rule(counting="number", best=6)
FOUR = {1: 4, 2: 2, 3: 1}

READY: dict[str, Rule] = {
    "oberoesterreich": OBEROESTERREICH,
    "heine": HEINE,
    "rtc": OBEROESTERREICH._replace(criteria=ABAKUS_TIES),
    "hrc": OBEROESTERREICH._replace(criteria=("final_place", "best_days", "more_days")),
    "swc": SWC,
    "bbtc": SWC._replace(planned=4),
    "wtc": WTC,
    "wtc_2019": OBEROESTERREICH._replace(criteria=ABAKUS_TIES, final_worth=final_2019, absent=lambda f: 49 - f.players),
    "stc": WTC,
    "ktc": WTC._replace(counting="number", best=7),
    "ttc": WTC._replace(counting="number", best=6),
    "tirol": Rule(
        lambda f: round_half(200 * ((f.players - f.place) / (f.players - 1)) ** 3), counting="number", best=6
    ),
    "zwanzigerrufen": Rule(lambda f: f.points, ("points",), decimals=1),
    "jahr": JAHR,
    "jahr_schnitt": JAHR._replace(worth=lambda f: f.written / f.days, decimals=2, least=10, third=False),
    "jahr_plaetze": JAHR._replace(per="round", worth=lambda f: f.table_size - f.table_place, needs=()),
    "jahr_euro": JAHR._replace(worth=lambda f: f.euros, needs=("euros",), decimals=2),
    "schrift": Rule(lambda f: f.written, ("written",), decimals=1),
    "d60": Rule(d60, ("written", "hands"), "season", 2, criteria=("more_days",)),
    "tischpunkte": Rule(lambda f: FOUR.get(int(f.table_place), 0), per="round", decimals=2),
    "beste": BESTE,
    "streichen": Rule(counting="worst", worst=2),
    "dabei": BESTE._replace(bonus=Fraction(5)),
    "finale": BESTE._replace(factor=Fraction(2)),
    "oesterreich-finale": Rule(look_up(*AUSTRIA), ties="better", criteria=("final_rounds",), carried="best"),
    "fruehere-finale": Rule(lambda _f: 0, criteria=("carried_place",)),
}

EXACT = ("jahr", "jahr_schnitt")  # whose pages show each day as it was written
MEANS = ("jahr_schnitt",)  # whose points are averages themselves

# Settings of a season beside what they mean: formulas of people, and every way to count.
FORMULAS: dict[str, tuple[dict[str, Any], Rule]] = {
    "per cent": (
        {"formula": "100 * (players - place + 1) / players", "decimals": 1, "counting": "half", "half_up": False},
        Rule(lambda f: 100 * (f.players - f.place + 1) / f.players, decimals=1, counting="half", half_up=False),
    ),
    "better": (
        {"formula": "if place <= 3 then 50 / place else 5", "ties": "better", "bonus": 250, "decimals": 2},
        Rule(lambda f: 50 / f.place if f.place <= 3 else 5, ties="better", bonus=Fraction(5, 2), decimals=2),
    ),
    "hands": (
        {"formula": "written / hands", "per": "season", "decimals": 2, "criteria": ("more_days", "best_day")},
        Rule(lambda f: f.written / f.hands, ("written", "hands"), "season", 2, criteria=("more_days", "best_day")),
    ),
    "table": (
        {"way": "table", "table": (1000, 700, 500, 100), "rest": 50, "decimals": 1, "factor": 150, "least_days": 2},
        Rule(
            lambda f: (10, 7, 5, 1)[int(f.place) - 1] if f.place <= 4 else Fraction(1, 2),
            decimals=1,
            factor=Fraction(3, 2),
            least=2,
        ),
    ),
    "alone": (
        {"final": "alone", "taken": 50, "counting": "number", "best": 2, "criteria": ("final_place", "more_days")},
        Rule(counting="number", best=2, final="alone", taken=50, criteria=("final_place", "more_days")),
    ),
    "places at tables": (
        {"formula": "10 * firsts + 5 * seconds + thirds - rounds / 4", "counting": "worst", "worst": 1, "decimals": 1},
        Rule(
            lambda f: 10 * f.firsts + 5 * f.seconds + f.thirds - f.rounds / 4,
            ("firsts",),
            decimals=1,
            counting="worst",
        ),
    ),
    "won": (
        {"formula": "100 * won / hands + max(0, written)", "per": "round", "decimals": 1, "criteria": ("best_days",)},
        Rule(
            lambda f: 100 * f.won / f.hands + max(Fraction(0), f.written),
            per="round",
            decimals=1,
            criteria=("best_days",),
        ),
    ),
    "money": (
        {"formula": "money + players - place", "decimals": 1},
        Rule(lambda f: f.money + f.players - f.place, ("money",), decimals=1),
    ),
    "capital": (
        {"formula": "capital / rounds", "decimals": 2, "counting": "half"},
        Rule(lambda f: f.capital / f.rounds, ("capital",), decimals=2, counting="half"),
    ),
    "played": (
        {"formula": "hands + won / 2", "decimals": 1},
        Rule(lambda f: f.hands + f.won / 2, ("hands",), decimals=1),
    ),
}
