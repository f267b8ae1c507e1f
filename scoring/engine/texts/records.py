"""Problems of a record and of a book: code -> (German, English). docs/dev/hand-records.md says what stays."""

RECORD_TEXTS: dict[str, tuple[str, str]] = {
    # reading
    "invalid_json": ("Diese Zeile ist kein JSON (ab Zeichen {at}).", "This line is not JSON (from character {at} on)."),
    "not_an_object": ("Ein Spiel ist ein JSON-Objekt {{…}}.", "A hand is a JSON object {{…}}."),
    "missing_field": ("Es fehlt: {field}.", "Missing: {field}."),
    "unknown_field": ("Das Feld „{field}“ gibt es nicht.", "The field “{field}” does not exist."),
    "wrong_type": ("Hier gehört hin: {expects}.", "Expected here: {expects}."),
    "invalid_seat": ("Ein Platz ist 0, 1, 2 oder 3.", "A seat is 0, 1, 2 or 3."),
    "invalid_side": ("Die Partei ist declarer oder defence.", "The side is declarer or defence."),
    "invalid_result": ("Das Ergebnis ist won, lost oder conceded.", "The result is won, lost or conceded."),
    "invalid_points": (
        "Kartenpunkte schreibt man „35“, „35/1“ oder „35/2“; beim Trischaken vier davon.",
        "Card points are written “35”, “35/1” or “35/2”; in Trischaken four of them.",
    ),
    "invalid_tricks": (
        "Stiche sind eine Zahl von 0 bis 12; beim Trischaken vier davon.",
        "Tricks are a number from 0 to 12; in Trischaken four of them.",
    ),
    "invalid_kontra": ("Ein Kontra zählt 1, 2, 4, 8 oder 16.", "A kontra counts 1, 2, 4, 8 or 16."),
    "invalid_radl": ("Radl ist true, false, 4 oder 8.", "Radl is true, false, 4 or 8."),
    "invalid_claim": (
        "Eine Forderung ist ein Betrag von 0 bis {most} Punkten.",
        "A claim is an amount of 0 to {most} points.",
    ),
    # names
    "unknown_sheet": ("Die Hausregeln „{sheet}“ gibt es nicht.", "There are no house rules “{sheet}”."),
    "missing_sheet": (
        "Es ist nicht gesagt, nach welchen Hausregeln.",
        "The record does not say which house rules apply.",
    ),
    "unknown_option": ("{sheet} kennt keinen Schalter „{option}“.", "{sheet} has no option “{option}”."),
    "options_exclude": (
        "Nur eines von beiden: „{option}“ oder „{other}“.",
        "Only one of the two is possible: “{option}” or “{other}”.",
    ),
    "unknown_contract": ("{sheet} kennt kein Spiel „{contract}“.", "{sheet} has no contract “{contract}”."),
    "unknown_premium": ("{sheet} kennt keine Prämie „{premium}“.", "{sheet} has no premium “{premium}”."),
    # the hand
    "no_plays": ("Es fehlt, was gespielt wurde.", "The contract played is missing."),
    "radl_not_stacking": (
        "Bei {sheet} zählt ein Radl nie mehr als doppelt.",
        "In {sheet} a Radl never counts more than double.",
    ),
    "claim_of_offender": (
        "Wer Renonce begeht, fordert nichts.",
        "A player who commits a Renonce cannot claim anything.",
    ),
    "no_claims": (
        "{sheet} kennt bei einer Renonce keine Forderungen.",
        "{sheet} has no claims after a Renonce.",
    ),
    "claim_too_high": (
        "Mehr als {most} Punkte kann niemand fordern: so viel zahlt das teuerste Spiel.",
        "Nobody can claim more than {most} points: that is what the most expensive hand pays.",
    ),
    "bei_not_negative": (
        "Nebeneinander (-bei) spielt man nur Negativspiele.",
        "Only negative games are played side by side (-bei).",
    ),
    "bei_not_equal": (
        "{contract} spielt man nicht neben {other}: die Werte sind verschieden.",
        "{contract} cannot be played beside {other}: their values differ.",
    ),
    "bei_same_declarer": (
        "Jedes der Spiele nebeneinander braucht einen anderen Spieler.",
        "Each of the games side by side needs a different declarer.",
    ),
    "bei_required": ("{contract} gibt es nur neben {other}.", "{contract} is played only beside {other}."),
    "tricks_too_many": ("Zusammen sind es höchstens {most} Stiche.", "There are at most {most} tricks in total."),
    # one play
    "declarer_not_forehand": ("{contract} spielt nur die Vorhand.", "Only the forehand can play {contract}."),
    "declarer_is_forehand": ("{contract} spielt nicht die Vorhand.", "The forehand cannot play {contract}."),
    "partner_not_allowed": ("{contract} hat keinen Partner.", "{contract} has no partner."),
    "partner_is_declarer": ("Der Spieler ist nicht sein eigener Partner.", "The declarer cannot be their own partner."),
    "partner_missing": (
        "Es fehlt: der Partner (oder dass der König im Talon liegt).",
        "Missing: the partner (or that the king is in the talon).",
    ),
    "partner_needed": ("Es fehlt: der Partner.", "Missing: the partner."),
    "partner_beside_talon": (
        "Liegt der König im Talon, gibt es keinen Partner.",
        "With the king in the talon there is no partner.",
    ),
    "king_in_talon_not_allowed": (
        "Bei {contract} liegt kein gerufener König im Talon.",
        "In {contract}, no called king can be in the talon.",
    ),
    "result_missing": (
        "Bei {contract} fehlt noch: gewonnen oder verloren?",
        "Still missing for {contract}: won or lost?",
    ),
    "result_not_allowed": (
        "{contract} kennt nicht gewonnen oder verloren, nur die Punkte aller vier.",
        "{contract} is not won or lost: it needs the points of all four.",
    ),
    "result_contradicts": (
        "Das Ergebnis von {contract} passt nicht zu den Punkten oder Stichen.",
        "The result of {contract} does not match the points or tricks.",
    ),
    "premium_contradicts": (
        "Wer {premium} macht, hat {contract} gewonnen: das Ergebnis passt nicht dazu.",
        "The side that makes {premium} has won {contract}: the result does not match.",
    ),
    "points_missing": ("{contract} braucht die Punkte aller vier.", "{contract} needs the points of all four."),
    "points_not_allowed": ("Hier gehören zu {contract} keine Punkte.", "{contract} takes no points here."),
    "points_too_high": ("Im Spiel sind nur {most} Punkte.", "There are only {most} points in the pack."),
    "points_not_whole": ("{sheet} zählt nur ganze Punkte.", "{sheet} only counts whole points."),
    "points_sum": (
        "Die vier Punktezahlen ergeben {sum}, nicht {total}.",
        "The four scores add up to {sum}, not to {total}.",
    ),
    "losers_or_points": (
        "Es fehlt: wer {contract} verloren hat, oder die Punkte aller vier.",
        "Missing: who lost {contract}, or the points of all four.",
    ),
    "losers_missing": ("Es fehlt: wer {contract} verloren hat.", "Missing: who lost {contract}."),
    "losers_not_allowed": (
        "{contract} spielt nicht jeder für sich: hier steht nicht, wer verloren hat.",
        "{contract} is not played each for himself: who lost does not belong here.",
    ),
    "points_beside_losers": (
        "Entweder wer verloren hat, oder die Punkte aller vier, nicht beides.",
        "Either who lost or the points of all four, not both.",
    ),
    "seat_twice": ("Ein Platz steht zweimal da.", "A seat appears twice."),
    "loser_is_jungfrau": (
        "Wer verloren hat, hat einen Stich gemacht und ist keine Jungfrau.",
        "Whoever lost has taken a trick and is no Jungfrau.",
    ),
    "jungfrauen_not_allowed": (
        "{sheet} kennt bei {contract} keine Jungfrau.",
        "{sheet} knows no Jungfrau in {contract}.",
    ),
    "buergermeister_not_allowed": (
        "{sheet} kennt bei {contract} keinen Bürgermeister.",
        "{sheet} knows no Bürgermeister in {contract}.",
    ),
    "buergermeister_not_alone": (
        "Der Bürgermeister hat am meisten: nur er verliert.",
        "The Bürgermeister has the most: nobody else loses.",
    ),
    "losers_impossible": (
        "Nach {sheet} verlieren bei {contract} {number} Spieler.",
        "In {sheet}, {number} players lose {contract}.",
    ),
    "losers_or_buergermeister": (
        "Nach {sheet} verlieren bei {contract} {number} Spieler, oder der Bürgermeister allein.",
        "In {sheet}, {number} players lose {contract}, or the Bürgermeister alone.",
    ),
    "points_needed": (
        "Wer verloren hat, genügt hier nicht: {sheet} braucht die Punkte aller vier.",
        "Who lost is not enough here: {sheet} needs the points of all four.",
    ),
    "tricks_not_allowed": ("Zu {contract} gehören keine Stiche.", "{contract} takes no number of tricks."),
    "tricks_contradict": (
        "Wer keinen Stich hat, hat 0 Punkte, und umgekehrt.",
        "A player without a trick has 0 points, and vice versa.",
    ),
    "concede_not_allowed": ("{contract} kann man nicht schleifen.", "{contract} cannot be conceded."),
    "concede_needs_talon": (
        "Schleifen kann man nur, wenn der gerufene König im Talon liegt.",
        "A game can only be conceded if the called king is in the talon.",
    ),
    "concede_with_kontra": ("Geschliffen wird ohne Kontra.", "A conceded game is played without kontra."),
    "concede_with_premium": (
        "Neben einem geschliffenen Spiel zählt die Prämie {premium} nicht.",
        "{premium} does not count beside a conceded game.",
    ),
    "kontra_too_high": (
        "Auf {contract} geht Kontra höchstens bis {most}, nicht {kontra}.",
        "Kontra on {contract} goes up to {most}, not {kontra}.",
    ),
    "no_kontra": ("Auf {contract} gibt es kein Kontra.", "There is no kontra on {contract}."),
    "kontra_in_coins": (
        "Ein Kontra auf {contract} wird in Münzen gezahlt und nicht eingetragen.",
        "A kontra on {contract} is paid in coins and not recorded.",
    ),
    "kontra_belongs_elsewhere": (
        "{premium} ist angesagt: das Kontra gehört dorthin, auf {contract} gibt es keines.",
        "{premium} is announced: the kontra belongs there, and there is none on {contract}.",
    ),
    "kontra_per_opponent": (
        "Nur im Negativspiel kontriert jeder für sich; bei {contract} gilt eine Zahl für alle.",
        "Each opponent says kontra separately only in negative games; in {contract} one number applies to all.",
    ),
    "kontra_own_game": ("Der Spieler kontriert sich nicht selbst.", "The declarer cannot kontra their own game."),
    "kontra_by_beside_opponents": (
        "Kontrieren die Gegner einzeln, entfällt „kontra_by“.",
        "If the opponents say kontra separately, “kontra_by” is omitted.",
    ),
    # one premium
    "premium_not_in_contract": (
        "Die Prämie {premium} gibt es bei {contract} nicht.",
        "{premium} does not exist in {contract}.",
    ),
    "premium_not_announced": (
        "Die Prämie {premium} kann man nicht ansagen.",
        "{premium} cannot be announced.",
    ),
    "premium_not_silent": (
        "Die Prämie {premium} zählt nur angesagt.",
        "{premium} only counts if announced.",
    ),
    "premium_wrong_side": (
        "Die Prämie {premium} gibt es nur für die andere Partei.",
        "Only the other side can make {premium}.",
    ),
    "premium_twice": (
        "Die Prämie {premium} steht für diese Partei zweimal da.",
        "{premium} appears twice for this side.",
    ),
    "premium_once": (
        "Die Prämie {premium} gibt es in einem Spiel nur einmal.",
        "{premium} is possible only once in a hand.",
    ),
    "premium_won_by_both": (
        "Die Prämie {premium} können nicht beide Parteien gewonnen haben.",
        "Both sides cannot have won {premium}.",
    ),
    "premium_excluded": (
        "Die Prämie {premium} steht nicht neben {other}.",
        "{premium} cannot be combined with {other}.",
    ),
    "premium_excluded_announced": (
        "{premium} und {other} kann man nicht nebeneinander ansagen.",
        "{premium} and {other} cannot both be announced.",
    ),
    "premium_beside_kontra": (
        "{premium} können die Gegner hier nicht ansagen: sie haben Kontra auf das Spiel gesagt.",
        "The opponents cannot announce {premium} here: they have said kontra on the game.",
    ),
    "premium_missed": (
        "{premium} und {other} derselben Partei: ein Stich kann nicht das eine bringen und das andere still verlieren.",
        "{premium} and {other} of one side: one trick cannot make the one and silently lose the other.",
    ),
    "premium_denied": (
        "{premium} und {other} können nicht von verschiedenen Parteien sein: das geht am Tisch nicht.",
        "{premium} and {other} cannot belong to different sides: that cannot happen at a table.",
    ),
    "premium_missing": (
        "{contract} braucht eine Ansage des Spielers: {premiums}.",
        "{contract} needs an announcement by the declarer: {premiums}.",
    ),
    "premium_points": (
        "Die Prämie {premium} braucht {needed} Punkte; diese Partei hat {own}.",
        "{premium} needs {needed} points; this side has {own}.",
    ),
    "silent_lost": (
        "Nur wer die Prämie {premium} angesagt hat, kann sie verlieren.",
        "Only the side that announced {premium} can lose it.",
    ),
    "kontra_on_silent": (
        "Auf {premium} still gibt es kein Kontra.",
        "There is no kontra on a silent {premium}.",
    ),
    "players_missing": (
        "{premium} geht von Spieler zu Spieler: wer (by) und von wem (from)?",
        "{premium} goes from player to player: who (by) and from whom (from)?",
    ),
    "players_not_allowed": (
        "{premium} gilt für die ganze Partei: ohne „by“ und „from“.",
        "{premium} applies to the whole side: without “by” and “from”.",
    ),
    "players_same": ("{premium} zahlt man nicht sich selbst.", "Nobody pays {premium} to themselves."),
    "players_wrong_side": (
        "Wer {premium} gemacht hat (by), sitzt nicht in dieser Partei.",
        "The player who made {premium} (by) is not on this side.",
    ),
    "needs_kontra": (
        "{premium} können die Gegner nur mit Kontra auf das Spiel ansagen.",
        "The opponents can announce {premium} only with a kontra on the game.",
    ),
    # an evening
    "forehand_not_zero": (
        "Am Tisch zu {players} ist die Vorhand immer Platz 0 des Spiels.",
        "At a table of {players} the forehand is always seat 0 of the hand.",
    ),
    "invalid_mark": (
        "„{mark}“ ist true und steht allein (id und forehand dürfen dabei sein).",
        "“{mark}” must be true and stand alone (except for id and forehand).",
    ),
    # warnings
    "pflichtkontra": (
        "Pflichtkontra: mit {premium} bei den Gegnern war Kontra Pflicht. Stimmt das so?",
        "Pflichtkontra: with {premium} by the opponents, kontra was compulsory. Is this right?",
    ),
    "premium_unrecorded": (
        "Die Punkte reichen für {premium} still, eingetragen ist das nicht. Stimmt das so?",
        "The points reach a silent {premium}, which is not recorded. Is this right?",
    ),
}

# What the entry form asks although a record may leave it out.
FORM_TEXTS: dict[str, tuple[str, str]] = {
    "partner_or_alone": (
        "Es fehlt: der Partner (oder König im Talon, oder allein mit allen vier Königen).",
        "Missing: the partner (or king in the talon, or alone with all four kings).",
    ),
}


BOOK_TEXTS: dict[str, tuple[str, str]] = {
    "not_in_this_deal": (
        "Wer hier genannt ist, setzt in diesem Spiel aus.",
        "The player named here sits out this deal.",
    ),
    "not_at_the_table": (
        "Wer hier Vorhand war oder genannt ist, sitzt dann nicht mehr am Tisch.",
        "The forehand of this deal, or a player named here, would then no longer be at the table.",
    ),
    "prizes_chosen": (
        "Nach diesem Ergebnis wurden Gewinne gewählt: Bestätige bitte, dass du sie noch einmal ansiehst.",
        "Prizes were chosen by this result: please confirm that you look at them again.",
    ),
    "reason_missing": ("Der Grund fehlt.", "The reason is missing."),
    "line_unknown": ("Dieses Spiel gibt es an diesem Tisch nicht.", "This table has no such deal."),
    "already_struck": ("Das ist schon gestrichen.", "This has already been struck out."),
    "nothing_to_take_back": (
        "Diese Entscheidung hat an diesem Tisch nichts bewirkt, das sich zurücknehmen lässt.",
        "This ruling has done nothing at this table that could be taken back.",
    ),
    "changed_since_ruling": (
        "Was diese Entscheidung bewirkt hat, wurde seither geändert: Berichtige es selbst.",
        "What this ruling did has been changed since: correct it yourself.",
    ),
    "not_struck": ("Das ist nicht gestrichen.", "This is not struck out."),
    "no_hand": ("Das geht nur bei einem Spiel.", "This is only possible for a hand."),
    "no_change": ("Daran würde sich nichts ändern.", "This would change nothing."),
    "place_unknown": ("Wähle jemanden, der am Tisch sitzt.", "Choose a player at the table."),
    "place_taken": (
        "Auf diesem Platz sitzt dann schon jemand anderer; streiche zuerst den späteren Platzwechsel.",
        "Somebody else will already be sitting there; strike out the later change of seats first.",
    ),
    "players_out_of_range": (
        "Am Tisch müssen vier, fünf oder sechs Personen sitzen.",
        "Four, five or six people must sit at the table.",
    ),
    "no_room": (
        "Zwischen diesen Spielen ist kein Platz mehr für ein weiteres.",
        "There is no room for another deal between these two.",
    ),
    "radl_out_of_range": ("Ein Radl dauert höchstens {most} Spiele.", "A Radl lasts at most {most} deals."),
    "last_round_running": ("Das Schlussradl läuft schon.", "The Schlussradl is already running."),
    "name_missing": ("Hier fehlt ein Name.", "A name is missing here."),
    "same_person": ("Diese Person sitzt schon am Tisch.", "This person already sits at the table."),
    "nobody_new": ("Wähle zwei verschiedene Personen.", "Choose two different people."),
    "cash_out_of_range": (
        "Das ist kein Betrag, der in die Kassa passt.",
        "The pot cannot take or give this amount.",
    ),
    "amounts_not_zero": ("Die Beträge ergeben zusammen nicht 0.", "The amounts do not add up to 0."),
    "amount_out_of_range": (
        "Es sind höchstens {most} Punkte für jeden möglich.",
        "At most {most} points are possible for each player.",
    ),
    "replacements_out_of_range": (
        "Es sind höchstens {most} Ersatzkapitale für jeden möglich.",
        "At most {most} replacements of capital are possible for each player.",
    ),
    "hands_out_of_range": (
        "So viele Spiele gehen nicht: höchstens {most}.",
        "So many hands are not possible: at most {most}.",
    ),
    "no_pot": ("An diesem Tisch gibt es keine Pagatkassa.", "There is no Pagatkassa at this table."),
    "less_in_the_pot": ("So viel ist nicht in der Pagatkassa.", "The Pagatkassa does not hold that much."),
    "not_ended": ("Der Abend ist nicht beendet.", "The evening has not ended."),
    "invalid_amount": (
        "Hier gehört ein Betrag von {least} bis {most} Euro hin.",
        "Enter an amount from {least} to {most} euros.",
    ),
    "unknown_version": ("Diese Form der Pagatkassa gibt es nicht.", "This version of the Pagatkassa does not exist."),
}
