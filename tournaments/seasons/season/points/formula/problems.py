"""Problems of a formula: a code with its position and facts, and its sentence in both languages."""

from typing import NamedTuple

Fact = str | int


class Problem(NamedTuple):
    """A problem; `at` is a position in the text, from 1; 0: the formula as a whole."""

    code: str
    at: int = 0
    facts: tuple[tuple[str, Fact], ...] = ()


def build_problem(code: str, at: int = 0, **facts: Fact) -> Problem:
    """Return a problem with its facts in a fixed order."""
    return Problem(code, at, tuple(sorted(facts.items())))


# Each in German and English.
TEXTS: dict[str, tuple[str, str]] = {
    "empty": ("Hier fehlt die Formel.", "The formula is missing."),
    "too_long": (
        "Die Formel ist zu lang: höchstens {most} Zeichen.",
        "The formula is too long: at most {most} characters.",
    ),
    "too_many": ("Die Formel hat zu viele Teile: höchstens {most}.", "The formula has too many parts: at most {most}."),
    "too_deep": ("Zu viele Klammern ineinander.", "Too many nested parentheses."),
    "unknown_sign": ("„{sign}“ gehört in keine Formel.", "“{sign}” is not allowed in a formula."),
    "exponent": (
        "Hinter ^ gehört eine ganze Zahl von -{most} bis {most} (Platz {place} von {players}).",
        "After ^ a whole number from -{most} to {most} is needed (place {place} of {players}).",
    ),
    "number_long": (
        "Diese Zahl ist zu lang: höchstens sechs Stellen und vier nach dem Komma.",
        "This number is too long: at most six digits, and four after the point.",
    ),
    "two_readings": (
        "„{typed}“ kann {thousands} oder {decimal} heißen: schreib eines davon.",
        "“{typed}” may mean {thousands} or {decimal}: write one of these.",
    ),
    "comma_unclear": (
        "Zwei Zahlen oder eine mit Komma? Schreib „2; 5“ für zwei, „2.5“ für eine.",
        "Two numbers or one with a comma? Write “2; 5” for two, “2.5” for one.",
    ),
    "unknown_word": ("„{word}“ kenne ich nicht.", "“{word}” is not known."),
    "did_you_mean": ("„{word}“ kenne ich nicht: meinst du {near}?", "“{word}” is not known: did you mean {near}?"),
    "ends_early": ("Hier geht es noch weiter: es fehlt {what}.", "The formula continues here: {what} is missing."),
    "expected": ("Hier gehört {what} hin, nicht „{found}“.", "Expected here: {what}, not “{found}”."),
    "goes_on": ("„{found}“ steht zu viel da.", "“{found}” is superfluous."),
    "wants_number": ("Hier gehört eine Zahl hin, kein Vergleich.", "A number is expected here, not a comparison."),
    "wants_truth": (
        "Hier gehört ein Vergleich hin, wie platz <= 3.",
        "A comparison is expected here, such as place <= 3.",
    ),
    "chain": (
        "Vergleiche lassen sich nicht aneinanderhängen: verbinde zwei mit „und“.",
        "Comparisons cannot be chained: join two of them with “and”.",
    ),
    "how_many": (
        "{name} braucht {least} bis {most} Zahlen, hier sind es {given}.",
        "{name} takes {least} to {most} numbers; there are {given} here.",
    ),
    "how_many_exactly": (
        "{name} braucht genau {least}, hier sind es {given}.",
        "{name} takes exactly {least}; there are {given} here.",
    ),
    "divided_by_zero": (
        "Geteilt durch 0, auf Platz {place} von {players}.",
        "Divided by 0, at place {place} of {players}.",
    ),
    "too_large": (
        "Zu groß auf Platz {place} von {players}: höchstens {most} Punkte.",
        "Too large at place {place} of {players}: at most {most} points.",
    ),
    "points_unknown": (
        "Auf Platz {place} von {players} steht nicht, wie viele Punkte gemacht wurden.",
        "At place {place} of {players} it is not known how many points were made.",
    ),
    "negative_points": (
        "Wer {made} Punkte macht, bekommt weniger als 0 Punkte.",
        "Whoever makes {made} points gets fewer than 0 points.",
    ),
    "fact_unknown": (
        "Auf Platz {place} von {players} ist nicht bekannt: {what}.",
        "At place {place} of {players} this is not known: {what}.",
    ),
    "rounds_unknown": (
        "Von diesem Ergebnis sind die einzelnen Runden nicht bekannt: veröffentliche es noch einmal.",
        "The single rounds of this result are not known: publish it again.",
    ),
    "rises": (
        "Von {players} bekommt Platz {place} mehr als der Platz davor.",
        "Of {players} players, place {place} gets more than the place before.",
    ),
    "negative": (
        "Von {players} bekommt Platz {place} weniger als 0 Punkte.",
        "Of {players} players, place {place} gets fewer than 0 points.",
    ),
}
# The missing or expected parts, in German and English.
WHATS: dict[str, tuple[str, str]] = {
    "value": (
        "eine Zahl, platz, spieler, punkte oder eine Klammer",
        "a number, place, players, points or a parenthesis",
    ),
    "open": ("„(“", "“(”"),
    "close": ("„)“", "“)”"),
    "then": ("„dann“", "“then”"),
    "otherwise": ("„sonst“", "“else”"),
    "separator": ("„;“", "“,”"),
    "written": ("die Schrift", "the written score"),
    "money": ("das Spielgeld", "the play money"),
    "capital": ("das Kapital", "the capital"),
    "place_points": ("die Platzpunkte", "the place points"),
    "hands": ("die Zahl der Spiele", "the number of hands"),
    "won": ("die gewonnenen Spiele", "the hands won"),
    "rounds": ("die Zahl der Runden", "the number of rounds"),
    "firsts": ("die ersten Plätze am Tisch", "the first places at tables"),
    "seconds": ("die zweiten Plätze am Tisch", "the second places at tables"),
    "thirds": ("die dritten Plätze am Tisch", "the third places at tables"),
    "euros": ("die Euro eines Abends", "the euros of an evening"),
    "days": ("die Zahl der Tage", "the number of days"),
    "table_place": ("der Platz am Tisch in einer einzigen Runde", "the place at the table in a single round"),
    "table_size": ("die Größe des Tisches in einer einzigen Runde", "the size of the table in a single round"),
    "teams": ("die Zahl der Mannschaften", "the number of teams"),
    "team_place": ("der Platz der Mannschaft", "the place of the team"),
    "most_hands": ("die meisten Spiele", "the most hands"),
}
_POSITION = ("Stelle {at}: ", "position {at}: ")


def format_formula_problem(problem: Problem, language: str) -> str:
    """Format the sentence of a problem with its position: English for "en", else German.

    >>> format_formula_problem(build_problem("unknown_sign", 7, sign="$"), "en")
    'position 7: “$” is not allowed in a formula.'
    >>> format_formula_problem(build_problem("empty"), "de")
    'Hier fehlt die Formel.'
    """
    chosen = 1 if language.startswith("en") else 0
    facts = {name: WHATS[str(value)][chosen] if name == "what" else value for name, value in problem.facts}
    position = _POSITION[chosen].format(at=problem.at) if problem.at else ""
    return position + TEXTS[problem.code][chosen].format(**facts)
