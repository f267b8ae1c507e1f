"""Kinds of values, in words: "expected: …"."""

KINDS: dict[str, tuple[str, str]] = {
    "object": ("ein Objekt {…}", "an object {…}"),
    "list": ("eine Liste […]", "a list […]"),
    "text": ("ein Text mit höchstens 300 Zeichen", "a text of at most 300 letters"),
    "bool": ("true oder false", "true or false"),
    "ident": (
        "eine Kennung aus Kleinbuchstaben, Ziffern, _ und -, mit einem Buchstaben vorne",
        "an id of lower-case letters, digits, _ and -, starting with a letter",
    ),
    "money": ('ein Geldbetrag wie "0.10 EUR"', 'a sum of money like "0.10 EUR"'),
    "points": ('Kartenpunkte wie "35/2"', 'card points like "35/2"'),
    "value": (
        'ein Wert über 0 und bis 10000, als ganze Zahl oder Bruch wie "5/2"',
        'a value above 0 and up to 10000, a whole number or a fraction like "5/2"',
    ),
    "year": ("ein Jahr von 1900 bis 2100", "a year from 1900 to 2100"),
    "evidence": ("paper, excerpt, program oder quoted", "paper, excerpt, program or quoted"),
    "worth": (
        'ein Wert über 0 oder ein Vielfaches wie "x4" (x2 bis x64)',
        'a value above 0 or a multiplier like "x4" (x2 to x64)',
    ),
    "kontra": ("1, 2, 4, 8 oder 16", "1, 2, 4, 8 or 16"),
    "words": (
        'eine Liste von Wörtern wie ["game", "announced"], höchstens 100',
        'a list of words like ["game", "announced"], at most 100',
    ),
    "by": ("forehand oder others", "forehand or others"),
    "partner": ("king oder needed", "king or needed"),
    "tricks": ("eine Zahl von Stichen, 0 bis 12", "a number of tricks, 0 to 12"),
    "defence_kontra": ("je Prämie must oder should", "must or should for each premium"),
    "side": ("declarer oder defence", "declarer or defence"),
    "between": ("sides oder players", "sides or players"),
    "hoch": ("forehand oder dealer", "forehand or dealer"),
    "total": ("eine ganze Zahl von 1 bis 999", "a whole number from 1 to 999"),
    "events": (
        'je Ereignis "round" oder eine Zahl von Spielen (1 bis 12)',
        '"round" or a number of deals (1 to 12) for each event',
    ),
    "paragraphs": (
        'je Überschrift der Vorlage ihr Name auf Englisch, wie { "Zutaten" = "Premiums" }',
        'the English name of each heading of the printed sheet, like { "Zutaten" = "Premiums" }',
    ),
    "jungfrauen": ("0, 1, 2 oder 3", "0, 1, 2 or 3"),
    "rows": (
        "höchstens 50 Zeilen mit `places` (vier Beträge) und, wenn nötig, `when` (Wörter)",
        "at most 50 rows with `places` (four amounts) and, where needed, `when` (words)",
    ),
    "examples": (
        "Spiele mit `plays` und `payouts` (vier Beträge)",
        "hands with `plays` and `payouts` (four amounts)",
    ),
    "alone": ("1 oder 3", "1 or 3"),
    "blame": ("offender oder side", "offender or side"),
    "claims": ("none oder dearest_hand", "none or dearest_hand"),
    "round": ("none oder down", "none or down"),
    "pot_version": ("standard oder treffpunkt", "standard or treffpunkt"),
}

# Fields of a record that can be missing, by the name that players know.
FIELDS: dict[str, tuple[str, str]] = {
    "plays": ("was gespielt wurde", "what was played"),
    "contract": ("das Spiel", "the game"),
    "declarer": ("der Spieler", "the declarer"),
    "premium": ("die Prämie", "the premium"),
    "side": ("die Partei", "the side"),
    "seat": ("wer Renonce begangen hat", "the offender"),
    "reason": ("der Grund", "the reason"),
    "key": ("der Schlüssel", "the key"),
}
