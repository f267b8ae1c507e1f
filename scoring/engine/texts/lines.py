"""Words for lines: multipliers, marks, how something ended."""

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
