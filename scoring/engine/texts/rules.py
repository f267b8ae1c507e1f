"""The words of the Speiszettel: code -> (German, English); what stands in braces comes from the sheet."""

from scoring.engine.texts.play import PLAY_TITLES

TITLES: dict[str, tuple[str, str]] = {
    "contracts": ("Speisen", "Games"),
    "groups": ("Was mehreren Spielen gemeinsam ist", "What several games have in common"),
    "premiums": ("Prämien (Zusätze)", "Premiums"),
    "general": ("Zählen und Zahlen", "Counting and paying"),
    "trischaken": ("Trischaken", "Trischaken"),
    **PLAY_TITLES,
    "options": ("Zusatzregeln", "Additional rules"),
    "reminders": ("Erinnerungen", "Reminders"),
    "readings": (
        "Vom Blatt nicht geregelt: so zählt das Programm",
        "Left open by the sheet: how the program scores it",
    ),
    "gaps": ("Nicht abgebildet", "Cannot be recorded"),
    "paragraphs": ("Überschriften der Vorlage", "Headings of the printed sheet"),
    "in_english": ("Auf Englisch", "In English"),
    "value": ("Wert", "Value"),
    "silent": ("still", "silent"),
    "announced": ("ang.", "ann."),
    "points": ("Kartenpunkte", "Card points"),
    "settle": ("Verrechnung", "Settlement"),
    "hoch": ("Wer anfängt", "Who starts"),
    "point": ("Geld", "Money"),
    "kontra": ("Kontra", "Kontra"),
    "radl": ("Radl", "Radl"),
    "concede": ("Schleifen", "Conceding"),
    "bei": ("-bei", "-bei"),
    "renonce": ("Renonce", "Renonce"),
    "pagatkassa": ("Pagatkassa", "Pagatkassa"),
    "cases": ("Wie gezahlt wird", "How it is paid"),
    "paid": ("Zahlung", "Payment"),
    "own": ("eigene Ergänzung, steht nicht darauf", "an addition of the club, not on it"),
}

CONTRACTS: dict[str, tuple[str, str]] = {
    "little": ("wenig Punkte", "few points"),
    "no_trick": ("kein Stich", "no trick"),
    "one_trick": ("genau 1 Stich", "exactly 1 trick"),
    "tricks": ("genau {tricks} Stiche", "exactly {tricks} tricks"),
    "win": ("ab {points}", "from {points}"),
    "win_kontra": ("ab {points}, mit Kontra ab {kontra}", "from {points}, with kontra from {kontra}"),
    "lost": ("Verloren zählt es {lost}.", "If lost, it counts {lost}."),
    "by_others": ("Nicht für die Vorhand.", "Not for the forehand."),
    "partner_king": (
        "Partner ist, wer den gerufenen König hat; liegt er im Talon, spielt man allein.",
        "The player with the called king is the partner; if it is in the talon, the declarer plays alone.",
    ),
    "partner_needed": ("Immer mit Partner.", "Always with a partner."),
    "self_call": (
        "Wer alle vier Könige hat, darf sich selber rufen und spielt allein.",
        "A player with all four kings may call themselves and plays alone.",
    ),
    "queen_call": (
        "Wer alle vier Könige hat, ruft eine Dame; wer sie hat, ist der Partner.",
        "A player with all four kings calls a queen; her holder is the partner.",
    ),
    "needs_one": ("{game} + {premium} angesagt {worth}.", "{game} + {premium} announced {worth}."),
    "needs": ("V ist der angesagte Vogel: {premiums}.", "V is the announced bird: {premiums}."),
    "no_premiums": ("Keine Prämien.", "No premiums."),
    "premiums": ("Erlaubt: {items}.", "Allowed: {items}."),
    "doubles": ("Doppelt zählt: {items}.", "Counts double: {items}."),
    "king_lies": (
        "Liegt der gerufene König im Talon, zählt kein Kontra auf: {items}.",
        "If the called king is in the talon, no kontra counts on: {items}.",
    ),
    "beside": ("Nebenher (-bei) gehen: {games}.", "Can be played beside it (-bei): {games}."),
    "beside_none": ("Nie neben einem anderen Spiel (-bei).", "Never beside another game (-bei)."),
    "only_beside": ("Nur neben (-bei): {games}.", "Only beside (-bei): {games}."),
    "must": (
        "{premiums}: von den Gegnern nur mit Kontra aufs Spiel.",
        "{premiums}: by the opponents only with a kontra on the game.",
    ),
    "should": (
        "{premiums} der Gegner verpflichtet zum Kontra (Pflichtkontra).",
        "{premiums} by the opponents makes kontra compulsory (Pflichtkontra).",
    ),
    "never": (
        "{premiums}: von den Gegnern nicht neben ihrem Kontra aufs Spiel.",
        "{premiums}: by the opponents not beside their kontra on the game.",
    ),
    "no_kontra": ("Kein Kontra.", "No kontra."),
    "kontra_up_to": ("Höchstens {kontra}.", "At most {kontra}."),
    "blank": (
        "Ohne Ansage wird nicht gespielt, sondern sofort bezahlt.",
        "Without an announcement it is not played but paid at once.",
    ),
    "members": ("Das sind: {games}.", "These are: {games}."),
    "mark_forehand": ("Vorhandspiele", "For the forehand only"),
    "mark_negative": ("Negativspiele", "Negative games"),
    "mark_open": ("im Vorbild nicht geregelt, hier festgelegt", "left open by the original, fixed here"),
}

# How the rules of a sheet are known: a few words, and a sentence.
EVIDENCE: dict[str, tuple[str, str]] = {
    "paper": ("nach dem Blatt", "after the printed sheet"),
    "excerpt": ("nur der Anfang bekannt", "only its beginning is known"),
    "program": ("nach einem Programm", "after a program"),
    "quoted": ("aus zweiter Hand", "second-hand"),
    "about_paper": ("Geschrieben nach dem Blatt selbst.", "Written after the printed sheet itself."),
    "about_excerpt": (
        "Vom Blatt war nur der Anfang zu lesen; was fehlt oder anders ist, trägt der Verein ein.",
        "Only the beginning of the sheet could be read; what is missing or different the club adds.",
    ),
    "about_program": (
        "Geschrieben nach einem Programm, mit dem ausgewertet wurde; was fehlt oder anders ist, trägt der Verein ein.",
        "Written after a program that evaluated by these rules; what is missing or different the club adds.",
    ),
    "about_quoted": (
        "Geschrieben nach dem, was andere daraus zitieren; was fehlt oder anders ist, trägt der Verein ein.",
        "Written after what others quote of it; what is missing or different the club adds.",
    ),
    "as_of": ("Stand {year}.", "As of {year}."),
}

PREMIUMS: dict[str, tuple[str, str]] = {
    "side_declarer": ("Nur für die Partei des Spielers.", "Only for the declarer's side."),
    "side_defence": ("Nur für die Gegner.", "Only for the opponents."),
    "needs_points": ("Ab {points} Kartenpunkten.", "From {points} card points."),
    "in": ("Nur in: {games}.", "Only in: {games}."),
    "between": ("Zahlt ein Spieler einem anderen.", "Paid by one player to another."),
    "multiplies": ("Vervielfacht: {items}.", "Multiplies: {items}."),
    "multiplies_lost": ("Angesagt und verloren vervielfacht: {items}.", "Announced and lost, it multiplies: {items}."),
    "beside": ("Gewonnen zählt daneben: {items}.", "If won, this also counts: {items}."),
    "beside_lost": ("Verloren zählt daneben: {items}.", "If lost, this also counts: {items}."),
    "beside_all": ("Angesagt und verloren zählt alles daneben.", "If announced and lost, everything else counts too."),
    "excludes": ("Nicht zusammen mit: {premiums}.", "Not together with: {premiums}."),
    "wins_game": ("Wer ihn macht, hat das Spiel gewonnen.", "Making it wins the game."),
    "excludes_announced": (
        "Angesagt nicht neben angesagt: {premiums}.",
        "Announced, not beside an announced: {premiums}.",
    ),
    "denies": (
        "Wer ihn macht, schließt für die andere Partei aus: {items}.",
        "If made, the other side cannot make: {items}.",
    ),
    "missed_denies": (
        "Still verloren, hat die eigene Partei auch das nicht gemacht: {premiums}.",
        "Lost silently, its own side has not made this either: {premiums}.",
    ),
    "left_in": (
        "Auch, wenn der gerufene König im Talon liegen bleibt, in: {games}.",
        "Also if the called king is left lying in the talon, in: {games}.",
    ),
    "all_points": ("Dazu gehören alle {points} Kartenpunkte.", "It requires all {points} card points."),
    "least_points": (
        "Dazu gehören alle Kartenpunkte, die nicht im Talon geblieben sind: mindestens {points}.",
        "It requires all card points that did not stay in the talon: at least {points}.",
    ),
    "takes_kontra": (
        "Angesagt gehört das eine Kontra hierher; auf das Spiel gibt es dann keines.",
        "If announced, the only kontra belongs here; there is then none on the game.",
    ),
    "once": ("Nur einmal im Spiel, für eine Partei: {premiums}.", "Once in a hand, for one side only: {premiums}."),
}

GENERAL: dict[str, tuple[str, str]] = {
    "settled": (
        "Spiel und Prämien werden getrennt verrechnet. Jeder Verlierer zahlt den Wert einmal, jeder Gewinner bekommt "
        "ihn einmal; wer allein spielt, zahlt oder bekommt ihn dreimal.",
        "Game and premiums are settled separately. Every loser pays the value once, every winner gets it once; "
        "a lone player pays or receives it three times.",
    ),
    "silent_lost": ("Auch unangesagt kann verloren gehen: {items}.", "Can be lost without an announcement: {items}."),
    "round_down": (
        "Was einer einem anderen zahlt, wird auf ganze Punkte abgerundet.",
        "Payments between players are rounded down to whole points.",
    ),
    "hoch_forehand": ("Hoch ist erste Vorhand.", "The player who draws the highest card is first forehand."),
    "hoch_dealer": ("Hoch gibt.", "The player who draws the highest card deals first."),
    "point": ("Ein Punkt ist {point} wert.", "A point is worth {point}."),
    "kontra_both": (
        "Auf das Spiel und auf jede angesagte Prämie, getrennt: {kontras}.",
        "On the game and on every announced premium, separately: {kontras}.",
    ),
    "kontra_coins": (
        "Kontra wird sofort am Tisch in Münzen gezahlt und nicht eingetragen.",
        "A kontra is paid at the table at once, in coins, and not recorded.",
    ),
    "kontra_game": ("Aufs Spiel: {kontras}.", "On the game: {kontras}."),
    "kontra_no_game": ("Kein Kontra aufs Spiel.", "No kontra on the game."),
    "kontra_premium": ("Auf jede angesagte Prämie: {kontras}.", "On every announced premium: {kontras}."),
    "kontra_no_premium": ("Auf Prämien kein Kontra.", "No kontra on premiums."),
    "kontra_no_other_premium": (
        "Auf Prämien kein Kontra; nur auf diese, wenn angesagt: {premiums}.",
        "No kontra on premiums; only on these, if announced: {premiums}.",
    ),
    "kontra_covers": ("Das Kontra aufs Spiel verdoppelt: {items}.", "A kontra on the game doubles: {items}."),
    "kontra_general": (
        "Auf stille Prämien gibt es keines; unter Partnern zählt es nicht.",
        "There is none on silent premiums; between partners it does not count.",
    ),
    "kontra_negative": (
        "In Negativspielen kontriert jeder für sich, sonst gilt eines für alle.",
        "In negative games each opponent says kontra separately; otherwise one counts for all.",
    ),
    "event_zero_named": ("einem Nuller ({names}: niemand bekommt etwas)", "a Nuller ({names}: nobody gets anything)"),
    "defence_too": (
        "Auch die Gegner können Prämien ansagen oder still machen.",
        "The opponents too can announce premiums or make them.",
    ),
    "at_most": ("Gegner höchstens {points}.", "Opponents at most {points}."),
    "last_round_forehand": ("Am Ende ein {last} bis zur ersten Vorhand.", "At the end a {last} to the first forehand."),
    "last_round_gstiess": (
        "Am Ende ein {last} bis zur ersten Vorhand oder zum Gstieß.",
        "At the end a {last} to the first forehand or to the Gstieß.",
    ),
    "kontra_written": (
        "Auf die Schrift zählt höchstens {kontra}; das Geld nimmt alles.",
        "In the written score at most {kontra} counts; in money all of it does.",
    ),
    "radl_none": ("Kein Spiel löst ein Radl aus.", "No game starts a Radl."),
    "radl_only_last": (
        "Nur am Schluss wird doppelt gespielt, ein Spiel für jeden am Tisch: {last}.",
        "Only the last deals count double, one for each player: {last}.",
    ),
    "radl_after": ("Nach {events}: {length} doppelt.", "After {events}: {length} double."),
    "radl_round": ("eine Runde", "one round"),
    "radl_deals": ("{deals} Spiele", "{deals} deals"),
    "radl_deal": ("1 Spiel", "1 deal"),
    "event_zero": ("einem Nuller (niemand bekommt etwas)", "a Nuller (nobody gets anything)"),
    "event_equal": ("{half} : {half}", "{half} : {half}"),
    "event_half_time": ("der Halbzeit", "half-time"),
    "radl_doubles": ("Was doppelt zählt: {items}.", "What counts double: {items}."),
    "radl_once": (
        "Nie vierfach: beginnt in einem Radl ein neues, wird neu gezählt.",
        "Never fourfold: if a Radl starts within another, counting starts again.",
    ),
    "radl_stacks": (
        "Mehrere Radln auf einmal zählen vier- und achtfach.",
        "Several Radln at once count four and eight times.",
    ),
    "concede": (
        "Liegt der gerufene König im Talon, darf man sofort aufgeben: {games}.",
        "If the called king is in the talon, the declarer may concede at once: {games}.",
    ),
    "concede_pays": (
        "Man zahlt jedem, ohne Kontra: {items}; Prämien nur, soweit das Spiel sie verlangt.",
        "Each opponent is paid, without kontra: {items}; premiums only as far as the game requires them.",
    ),
    "bei": (
        "Gleichwertige Negativspiele überbieten einander nicht; sie dürfen nebeneinander gespielt werden.",
        "Negative games of equal value do not outbid each other; they can be played side by side.",
    ),
    "renonce": (
        "Wer Renonce begeht, stellt jeden anderen so, als hätte er gewonnen: {items}.",
        "A player who commits a Renonce pays everybody else as if they had won: {items}.",
    ),
    "renonce_beside": (
        "Was neben einer angesagten Prämie nicht zählt, zählt auch hier nicht.",
        "Whatever does not count beside an announced premium does not count here either.",
    ),
    "renonce_three": ("Ein Alleinspieler bekommt das Dreifache.", "A lone declarer gets three times the amount."),
    "renonce_one": ("Auch ein Alleinspieler bekommt es einmal.", "A lone declarer gets it only once, too."),
    "renonce_offender": (
        "Der Renoncier zahlt alles selbst, auch an seinen Partner.",
        "The offender pays everything alone, including to the partner.",
    ),
    "renonce_side": ("Seine ganze Partei hat das Spiel verloren.", "The offender's whole side has lost the hand."),
    "renonce_early": (
        "Kommt es vor Partner und Vogel heraus, wird ohne sie gezahlt.",
        "If it shows before partner and bird are known, it is paid without them.",
    ),
    "renonce_bird": (
        "Hat der Spieler einen Vogel geboten und keinen, gilt dieser als angesagt: {premium} ({amounts} an jeden).",
        "If the declarer has bid a bird and has none, this one counts as announced: {premium} ({amounts} to each).",
    ),
    "claims": (
        "Entgeht jemandem noch mehr, kann er es zusätzlich fordern.",
        "A player who loses out on even more may claim it in addition.",
    ),
    "pot_standard": (
        "Jeder Geber zahlt vor seinem Spiel den vereinbarten Betrag ein.",
        "Every dealer pays in the agreed stake before dealing.",
    ),
    "pot_treffpunkt": (
        "Ist sie leer, zahlen alle den vereinbarten Betrag ein; jeder Geber zahlt zusätzlich.",
        "When it is empty, everybody pays in the agreed stake; every dealer pays in addition.",
    ),
    "pot_open": ("Ein Tisch kann eine vereinbaren.", "A table can agree on one."),
    "pot_premium": (
        "Wer angesagt gewinnt, kassiert sie, wer verliert, zahlt so viel ein, wie darin ist; Partner teilen: "
        "{premium}.",
        "An announced win takes all of it, a loss pays in as much as is there; partners share: {premium}.",
    ),
    "option_excludes": ("Nicht zusammen mit: {options}.", "Not together with: {options}."),
    "option_on": ("Hier eingeschaltet.", "Switched on here."),
    "option_off": ("Hier ausgeschaltet.", "Switched off here."),
    "option_changes_on": ("Eingeschaltet: {changes}.", "When on: {changes}."),
    "option_changes_off": ("Ausgeschaltet: {changes}.", "When off: {changes}."),
    "is_new": ("dazu", "added"),
    "is_gone": ("fällt weg", "removed"),
}

TRISCHAKEN: dict[str, tuple[str, str]] = {
    "jungfrauen_0": (
        "Wer keinen Stich hat, bekommt nichts Besonderes.",
        "A player without a trick gets nothing special.",
    ),
    "jungfrauen_1": (
        "Hat genau einer keinen Stich (Jungfrau), bekommt er alles.",
        "If exactly one player has no trick (Jungfrau), that player takes everything.",
    ),
    "jungfrauen_2": (
        "Wer keinen Stich hat (Jungfrau), bekommt alles; zwei teilen es sich.",
        "A player without a trick (Jungfrau) takes everything; two share it.",
    ),
    "jungfrauen_3": (
        "Wer keinen Stich hat (Jungfrau), bekommt alles; mehrere teilen es sich.",
        "A player without a trick (Jungfrau) takes everything; several share it.",
    ),
    "equal": (
        "Punktegleiche teilen, was ihre Plätze zahlen und was sie bekommen.",
        "Tied players share what their places pay and what they get.",
    ),
    "order": (
        "Der 1. hat am meisten Punkte; unter Gleichen kommt die Vorhand zuerst. Die erste passende Zeile gilt.",
        "The 1st has the most points; in a tie the forehand comes first. The first matching row applies.",
    ),
    "buergermeister": ("Bürgermeister ab {points}", "Bürgermeister from {points}"),
    "forehand": ("die Vorhand hat am meisten", "the forehand has the most points"),
    "forehand_offends": ("durch die Vorhand", "by the forehand"),
    "gleich_2": ("zwei Gleiche vorne", "two tied for first"),
    "gleich_3": ("drei Gleiche vorne", "three tied for first"),
    "alle_stiche": ("einer hat alle Stiche", "one player has all tricks"),
    "jungfrauen_1_case": ("eine Jungfrau", "one Jungfrau"),
    "jungfrauen_2_case": ("zwei Jungfrauen", "two Jungfrauen"),
    "jungfrauen_3_case": ("drei Jungfrauen", "three Jungfrauen"),
    "renonce": ("Renonce", "Renonce"),
    "else": ("sonst", "otherwise"),
    "always": ("immer", "always"),
    "times_2": ("(doppelt)", "(double)"),
    "times_4": ("(vierfach)", "(fourfold)"),
    "first_pays": ("der 1. zahlt jedem {amount}", "the 1st pays each {amount}"),
    "offender_pays": ("der Renoncier zahlt jedem {amount}", "the offender pays each {amount}"),
    "two_pay": (
        "die ersten zwei zahlen je {amount} an die anderen zwei",
        "the first two pay {amount} each to the others",
    ),
    "place": ("{place}: {amount}", "{place}: {amount}"),
}

ITEMS: dict[str, tuple[str, str]] = {
    "all": ("alles", "everything"),
    "nothing": ("nichts", "nothing"),
    "game": ("das Spiel", "the game"),
    "all_premiums": ("alle Prämien", "all premiums"),
    "all_but": ("alle Prämien außer {names}", "all premiums except {names}"),
    "all_announced": ("alles Angesagte", "everything announced"),
    "all_silent": ("alle stillen Prämien", "all silent premiums"),
    "one_announced": ("{name} angesagt", "{name} announced"),
    "one_silent": ("{name} still", "{name} silent"),
    "with_kontra": ("was kontriert wurde", "what was kontra'd"),
    "without_kontra": ("nicht, was kontriert wurde", "not what was kontra'd"),
    "and": (" und ", " and "),
    "or": (" oder ", " or "),
}

MOMENTS: dict[str, tuple[str, str]] = {
    "start": ("vor dem Spiel", "before the hand"),
    "first": ("zu Beginn", "at the beginning"),  # a rule that always holds may be said then alone
    "radl": ("im Radl", "in the Radl"),
    "last_round": ("im Schlussradl", "in the Schlussradl"),
    "gstiess": ("Schlussradl zum Gstieß angesagt", "Schlussradl “zum Gstieß” announced"),
    "king_lies": ("König liegt im Talon", "the king is in the talon"),
    "alone": ("alle vier Könige", "all four kings"),
    "open": ("im Spiel", "in play"),
    "conceded": ("geschliffen", "conceded"),
    "kontra": ("Kontra", "kontra"),
    "announced": ("etwas angesagt", "something announced"),
    "beside": ("-bei", "-bei"),
    "defence": ("von den Gegnern", "by the opponents"),
    "renonce": ("Renonce", "Renonce"),
    "not": ("nicht: {moment}", "not: {moment}"),
    "not_kontra": ("kein Kontra", "no kontra"),
    "not_announced": ("nichts angesagt", "nothing announced"),
    "always": ("immer", "always"),
}
