"""Problems of a sheet file: code -> (German, English). docs/dev/sheet-keys.md explains the keys."""

SHEET_TEXTS: dict[str, tuple[str, str]] = {
    "file_too_large": (
        "Die Datei ist zu groß: höchstens {most} kB.",
        "The file is too large: at most {most} kB.",
    ),
    "file_too_long": (
        "Die Datei ist zu lang: höchstens {most} Wörter und Zeichen.",
        "The file is too long: at most {most} words and signs.",
    ),
    "not_utf8": (
        "Die Datei ist nicht in UTF-8 gespeichert: im Editor „Speichern unter“ wählen und als Codierung UTF-8.",
        "The file is not saved in UTF-8: choose “Save as” in the editor, and the encoding UTF-8.",
    ),
    "too_deep": (
        "Das ist zu tief verschachtelt: höchstens {most} Ebenen.",
        "This is nested too deeply: at most {most} levels.",
    ),
    "invalid_toml": (
        "Das ist kein gültiges TOML: Steht jeder Text in Anführungszeichen, ist jede Klammer zu, ist überall ein =?",
        "This is not valid TOML: is every text in quotes, is every bracket closed, is there an = everywhere?",
    ),
    "curly_quotes": (
        'Typografische Anführungszeichen ({mark}) gelten hier nicht: bitte gerade nehmen, ".',
        'Typographic quotation marks ({mark}) do not work here: use straight ones, ".',
    ),
    "duplicate_key": (
        "„{key}“ steht schon in Zeile {before}: alles gehört an eine Stelle.",
        "“{key}” is already in line {before}: write all of it in one place.",
    ),
    "no_number": ("{number} ist keine Zahl, mit der man zahlen kann.", "{number} is no number that can be paid."),
    "decimal_number": (
        'Keine Kommazahlen: {number} schreibt man als Bruch, etwa "5/2".',
        'No decimal numbers: write {number} as a fraction, like "5/2".',
    ),
    "not_a_table": ("Hier gehört ein Abschnitt mit Einträgen hin.", "A section with entries is expected here."),
    "unknown_key": ("Den Eintrag „{word}“ gibt es nicht.", "The key “{word}” does not exist."),
    "unknown_key_near": (
        "Den Eintrag „{word}“ gibt es nicht. Meintest du „{near}“?",
        "The key “{word}” does not exist. Did you mean “{near}”?",
    ),
    "unknown_word": ("„{word}“ bezeichnet hier nichts.", "“{word}” means nothing here."),
    "unknown_word_near": (
        "„{word}“ bezeichnet hier nichts. Meintest du „{near}“?",
        "“{word}” means nothing here. Did you mean “{near}”?",
    ),
    "unknown_entry": (
        "„{word}“ ist nicht bekannt; etwas Eigenes braucht einen Namen (name).",
        "“{word}” is not known; an entry of your own needs a name.",
    ),
    "unknown_entry_near": (
        "„{word}“ ist nicht bekannt. Meintest du „{near}“? Etwas Eigenes braucht einen Namen (name).",
        "“{word}” is not known. Did you mean “{near}”? An entry of your own needs a name.",
    ),
    "more_problems": (
        "Weitere Fehler zeigen sich, wenn diese behoben sind.",
        "More mistakes will be listed when these are corrected.",
    ),
    "too_many_entries": ("Höchstens {most} Einträge.", "At most {most} entries."),
    "wrong_value": ("Hier gehört hin: {expects}.", "Expected here: {expects}."),
    "missing_key": ("Es fehlt: {key}.", "Missing: {key}."),
    "id_taken": ("„{id}“ heißt schon ein mitgeliefertes Blatt.", "“{id}” is already the id of a built-in sheet."),
    "reserved_id": (
        "„{id}“ hat in einem Blatt schon eine andere Bedeutung; bitte eine andere Kennung.",
        "“{id}” already means something else in a sheet; choose another id.",
    ),
    "id_of_both": (
        "„{id}“ wäre ein Spiel und eine Prämie zugleich; bitte eine andere Kennung.",
        "“{id}” would be a contract and a premium at the same time; choose another id.",
    ),
    "contract_for_premium": (
        "„{word}“ ist ein Spiel; hier geht es um Prämien.",
        "“{word}” is a contract; this is about premiums.",
    ),
    "premium_for_contract": (
        "„{word}“ ist eine Prämie; hier geht es um Spiele.",
        "“{word}” is a premium; this is about contracts.",
    ),
    "excludes_itself": ("„{id}“ schließt sich selbst aus.", "“{id}” excludes itself."),
    "half_time_by_hand": (
        "Zur Halbzeit beginnt kein Radl von selbst: man setzt es am Tisch von Hand.",
        "No Radl starts by itself at half-time: set it by hand at the table.",
    ),
    "multiplied_not_counted": (
        "{items}: {one} vervielfacht, was nach {other} gar nicht zählt.",
        "{items}: {one} multiplies what does not count according to {other}.",
    ),
    "too_many_options": ("Höchstens {most} Schalter.", "At most {most} options."),
    "option_on_or_off": (
        "Ein Schalter hat entweder `on` oder `off`.",
        "An option has either `on` or `off`.",
    ),
    "groups_contradict": (
        "Die Gruppen widersprechen einander: {one} und {other}.",
        "The groups contradict each other: {one} and {other}.",
    ),
    "keys_contradict": ("{one} und {other} schließen einander aus.", "{one} and {other} exclude each other."),
    "written_above_game": (
        "Auf die Schrift kann nicht mehr zählen (×{written}), als auf ein Spiel gesagt werden kann (×{game}).",
        "No more can count in the written score (×{written}) than can be said on a game (×{game}).",
    ),
    "times_beside_amount": (
        "„{times}“ vervielfacht und {amount} ist ein Betrag: still und angesagt müssen von derselben Art sein.",
        "“{times}” multiplies and {amount} is an amount: silent and announced must be of the same kind.",
    ),
    "not_on_sheet": (
        "„{word}“ wird auf diesem Blatt nicht gespielt.",
        "“{word}” is not played on this sheet.",
    ),
    "key_needs_key": ("{one} braucht {other}.", "{one} needs {other}."),
    "needs_premium": (
        "{one} braucht {other}; das hat auf diesem Blatt keinen angesagten Wert.",
        "{one} needs {other}, which has no announced value on this sheet.",
    ),
    "above_total": (
        "{one} ist mehr als alle Kartenpunkte ({other}).",
        "{one} is more than all card points ({other}).",
    ),
    "not_in_sixths": (
        "Dieser Betrag lässt sich nicht in Sechstelpunkten auszahlen.",
        "This amount cannot be paid in sixths of a point.",
    ),
    "row_sum": ("Die vier Plätze ergeben {sum}, nicht 0.", "The four places add up to {sum}, not to 0."),
    "row_never_reached": (
        "Die {one}. Zeile der Tabelle kommt nie dran: die {other}. passt immer vorher.",
        "Row {one} of the table is never reached: its row {other} always matches first.",
    ),
    "last_row_with_when": (
        "Am Ende fehlt die Zeile ohne Bedingung: sie gilt für alles Übrige.",
        "The row without a condition is missing at the end: it applies to everything else.",
    ),
    "renonce_row_unequal": (
        "In einer Renonce-Zeile bekommen die drei anderen gleich viel.",
        "In a Renonce row the three others get the same amount.",
    ),
}
# Doubts about a sheet that is accepted.
SHEET_WARNINGS: dict[str, tuple[str, str]] = {
    "announced_below_silent": (
        "Angesagt ({announced}) ist weniger als still ({silent}): Ist das so gemeint?",
        "Announced ({announced}) is less than silent ({silent}): is that intended?",
    ),
    "lost_below_value": (
        "Verloren ({lost}) ist weniger als gewonnen ({value}): Ist das so gemeint?",
        "Lost ({lost}) is less than won ({value}): is that intended?",
    ),
    "rounded_to_tie": (
        "Gerundet sind {below} und {win} gleich viel, aber nur {win} gewinnt: Ist das so gemeint?",
        "Rounded, {below} and {win} are the same, but only {win} wins: is that intended?",
    ),
    "removes_nothing": (
        "„{word}“ wird hier weggenommen, aber es gibt nichts, das so heißt.",
        "“{word}” is taken out here, but there is nothing of that name.",
    ),
    "removes_nothing_near": (
        "„{word}“ wird hier weggenommen, aber es gibt nichts, das so heißt. Meintest du „{near}“?",
        "“{word}” is taken out here, but there is nothing of that name. Did you mean “{near}”?",
    ),
    "lonely_group": (
        "Die Gruppe „{word}“ steht nur hier: Keine Regel nennt sie.",
        "The group “{word}” stands only here: no rule names it.",
    ),
    "lonely_group_near": (
        "Die Gruppe „{word}“ steht nur hier: Keine Regel nennt sie. Meintest du „{near}“?",
        "The group “{word}” stands only here: no rule names it. Did you mean “{near}”?",
    ),
    "not_means_nothing": (
        "In dieser Liste stehen nur Namen: „not {word}“ bewirkt nichts.",
        "This list has names only: “not {word}” does nothing.",
    ),
}
# The place of a problem in a file, before its sentence.
PLACE = ("Zeile {line}, Spalte {column}", "line {line}, column {column}")
