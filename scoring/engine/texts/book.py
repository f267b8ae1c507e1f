"""Obstacles to a change of an evening's book, and problems of what its table agrees on."""

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
