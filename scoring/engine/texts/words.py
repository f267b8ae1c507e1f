"""The words of lines (multipliers, marks, endings) and of kinds of values."""

from scoring.engine.texts.play import WAYS

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
    "spoken": (
        'eine Liste von Wörtern ohne Strichpunkt wie ["weiter!"]',
        'a list of words without a semicolon like ["weiter!"]',
    ),
    "anchor": (
        'eine Regel wie "deal", "kontra", "contract-rufer" oder "group-solospiele"',
        'a rule like "deal", "kontra", "contract-rufer" or "group-solospiele"',
    ),
    "players": ("4, 5 oder 6", "4, 5 or 6"),
    "direction": ("left oder right", "left or right"),
    "packets": ("2, 3 oder 6", "2, 3 or 6"),
    "knock": ("no, choose oder choose_in_turn", "no, choose or choose_in_turn"),
    "leads": ("forehand oder declarer", "forehand or declarer"),
    "follows": ("tarock oder tarock_or_any", "tarock or tarock_or_any"),
    "talon_taken": ("open, half oder half_or_card", "open, half or half_or_card"),
    "count": ("minus_two oder counters", "minus_two or counters"),
    "ends": ("forehand oder gstiess", "forehand or gstiess"),
    **{f"way_{key}": (" oder ".join(ways), " or ".join(ways)) for key, ways in WAYS.items()},
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


ENDINGS: dict[bool, tuple[str, str]] = {True: ("gewonnen", "won"), False: ("verloren", "lost")}
FORMS: dict[str, tuple[str, str]] = {"silent": ("still", "silent"), "announced": ("angesagt", "announced")}
SIDES: dict[str, tuple[str, str]] = {"declarer": ("Spieler", "declarer"), "defence": ("Gegner", "defence")}
FACTORS: dict[str, tuple[str, str]] = {
    "lost": ("verloren", "lost"),
    "solo": ("Solo", "solo"),
    "renonce": ("zählt bei Renonce nicht", "not counted in a Renonce"),
    "conceded": ("zählt geschliffen nicht", "not counted when conceded"),
}
KONTRAS: dict[int, tuple[str, str]] = {
    2: ("Kontra", "kontra"),
    4: ("Rekontra", "rekontra"),
    8: ("Subkontra", "subkontra"),
    16: ("Hirsch", "hirsch"),
}
CASES: dict[str, tuple[str, str]] = {
    "renonce": ("Renonce", "Renonce"),
    "buergermeister": ("Bürgermeister", "Bürgermeister"),
    "forehand": ("Vorhand", "forehand"),
    "alle_stiche": ("alle Stiche", "all tricks"),
}
PLAIN: dict[str, tuple[str, str]] = {
    "claim": ("Forderung", "Claim"),
    "renonce": ("Renonce", "Renonce"),
    "conceded": ("geschliffen", "conceded"),
}
# What a deal that counts double is called where the sheet has no words of its own (`radl.name` and others).
DOUBLING: dict[str, tuple[str, str]] = {
    "name": ("Radl", "Radl"),
    "within": ("im Radl", "in the Radl"),
    "by_hand": ("mit doppeltem Einsatz", "with double stake"),
    "last": ("Schlussradl", "Schlussradl"),
}
AGAINST = ("gegen", "against")
# What a hand means for one player (payment_words.py).
PAYS: dict[str, tuple[str, str]] = {
    "you_pay": ("Du zahlst", "You pay"),
    "you_get": ("Du bekommst", "You get"),
    "you_even": ("Für dich ändert sich nichts", "Nothing changes for you"),
    "pay": ("{name} zahlt", "{name} pays"),
    "get": ("{name} bekommt", "{name} gets"),
    "even": ("Niemand zahlt etwas", "Nobody pays anything"),
    "pay_one": ("an {name}", "to {name}"),
    "get_one": ("von {name}", "from {name}"),
    "pay_each": ("an jeden, zusammen {total}", "to each, {total} in all"),
    "get_each": ("von jedem, zusammen {total}", "from each, {total} in all"),
}
# What is different in a hand that another sheet scores.
TRANSLATED: dict[str, tuple[str, str]] = {
    "contract": ("Heißt dort {name}.", "It is called {name} there."),
    "kontra": ("Das Kontra wird dort in Münzen gezahlt und zählt nicht mit.", "The kontra is paid in coins there."),
}
MARKS: dict[str, tuple[str, str]] = {
    "conceded": ("Geschliffen.", "Conceded."),
    "partner_kontra": (
        "Kontra unter Partnern zählt nicht.",
        "A kontra between partners does not count.",
    ),
    "king_lies": (
        "Der König lag im Talon: das Kontra zählt nicht.",
        "The king was in the talon: the kontra does not count.",
    ),
    "kontra_falls": ("Das Kontra fällt mit dem Spiel weg.", "The kontra is dropped together with the game."),
    "written": ("Die Schrift nimmt weniger Kontra.", "The kontra counts less in the written score."),
    "rounded": ("Auf ganze Punkte abgerundet.", "Rounded down to whole points."),
    "lost_worth": (
        "Die Gegner bekommen den Wert des verlorenen Spiels.",
        "The opponents get the value of the lost game.",
    ),
    "no_bird": ("Kein Vogel war genannt.", "No bird was named."),
    "renonce": ("Renonce.", "Renonce."),
    "buergermeister": ("Bürgermeister.", "Bürgermeister."),
    "forehand": ("Die Vorhand hat am meisten.", "The forehand has the most points."),
    "alle_stiche": ("Alle Stiche.", "All tricks."),
    "gleich": ("Punktegleiche teilen.", "Tied players share."),
    "forehand_alone": (
        "Von den Punktegleichen zahlt die Vorhand allein.",
        "Of the tied players the forehand pays alone.",
    ),
    "first_alone": ("Von den Punktegleichen zahlt nur einer.", "Of the tied players only one pays."),
    "jungfrauen_1": ("Die Jungfrau bekommt {amount}.", "The Jungfrau gets {amount}."),
    "jungfrauen_2": ("Zwei Jungfrauen teilen sich {amount}.", "Two Jungfrauen share {amount}."),
    "jungfrauen_3": ("Drei Jungfrauen teilen sich {amount}.", "Three Jungfrauen share {amount}."),
    "jungfrau": ("Die Jungfrau bekommt alles.", "The Jungfrau takes everything."),
    "jungfrauen": ("Die Jungfrauen teilen sich alles.", "The Jungfrauen share everything."),
}


STORY: dict[str, tuple[str, str]] = {
    "with": ("{declarer} mit {partner}", "{declarer} with {partner}"),
    "alone": ("{declarer} ruft sich selbst", "{declarer} alone, with all four kings"),
    "talon": ("{declarer}, König im Talon", "{declarer}, king in the talon"),
    "trick": ("{number} Stich", "{number} trick"),
    "tricks": ("{number} Stiche", "{number} tricks"),
    "from": ("{by} von {payer}", "{by} from {payer}"),
    "forehand": ("Vorhand", "forehand"),
    "buergermeister": ("Bürgermeister", "Bürgermeister"),
    "jungfrau": ("Jungfrau", "Jungfrau"),
    "no_trick": ("kein Stich", "no trick"),
    "loses": ("{name} verliert", "{name} loses"),
    "equal": ("Punktegleiche teilen", "tied players share"),
    "forehand_alone": ("die Vorhand zahlt allein", "the forehand pays alone"),
    "first_alone": ("nur einer der Gleichen zahlt", "only one of the tied players pays"),
    "renonce": ("Renonce: {name}", "Renonce: {name}"),
    "claims": ("{name} fordert {amount}", "{name} claims {amount}"),
}

# What the program does with a sentence of a printed sheet.
STATES: dict[str, tuple[str, str]] = {
    "computes": ("rechnet", "computes"),
    "enforced": ("erzwingt", "enforces"),
    "reminded": ("erinnert", "reminds"),
    "at-the-table": ("am Tisch", "at the table"),
}
