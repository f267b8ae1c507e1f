"""Words for who played a hand."""

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
