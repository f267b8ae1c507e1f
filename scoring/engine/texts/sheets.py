"""Problems of a sheet file: code -> (German, English). docs/sheets.md explains the keys."""

SHEET_TEXTS: dict[str, tuple[str, str]] = {
    "invalid_toml": (
        "Die Datei ist kein gültiges TOML (Zeile {line}, Spalte {column}).",
        "The file is not valid TOML (line {line}, column {column}).",
    ),
    "decimal_number": (
        'Keine Kommazahlen: {number} schreibt man als Bruch, etwa "5/2".',
        'No decimal numbers: write {number} as a fraction, like "5/2".',
    ),
    "not_a_table": ("Hier gehört ein Abschnitt mit Einträgen hin.", "A section with entries is expected here."),
    "unknown_key": ("Den Eintrag „{word}“ gibt es nicht.", "The key “{word}” does not exist."),
    "unknown_key_near": (
        "Den Eintrag „{word}“ gibt es nicht. Meinten Sie „{near}“?",
        "The key “{word}” does not exist. Did you mean “{near}”?",
    ),
    "unknown_word": ("„{word}“ bezeichnet hier nichts.", "“{word}” means nothing here."),
    "unknown_word_near": (
        "„{word}“ bezeichnet hier nichts. Meinten Sie „{near}“?",
        "“{word}” means nothing here. Did you mean “{near}”?",
    ),
    "unknown_entry": (
        "„{word}“ ist nicht bekannt; etwas Eigenes braucht einen Namen (name).",
        "“{word}” is not known; an entry of your own needs a name.",
    ),
    "unknown_entry_near": (
        "„{word}“ ist nicht bekannt. Meinten Sie „{near}“? Etwas Eigenes braucht einen Namen (name).",
        "“{word}” is not known. Did you mean “{near}”? An entry of your own needs a name.",
    ),
    "wrong_value": ("Hier gehört hin: {expects}.", "Expected here: {expects}."),
    "missing_key": ("Es fehlt: {key}.", "Missing: {key}."),
    "id_taken": ("„{id}“ heißt schon ein mitgeliefertes Blatt.", "“{id}” is already the id of a built-in sheet."),
    "reserved_id": (
        "„{id}“ hat in einem Blatt schon eine andere Bedeutung; bitte eine andere Kennung.",
        "“{id}” already means something else in a sheet; choose another id.",
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
        "Zeile {one} kommt nie dran: Zeile {other} passt immer vorher.",
        "Row {one} is never reached: row {other} always matches first.",
    ),
    "last_row_with_when": (
        "Die letzte Zeile gilt für alles Übrige und hat kein `when`.",
        "The last row applies to everything else and has no `when`.",
    ),
    "renonce_row_unequal": (
        "In einer Renonce-Zeile bekommen die drei anderen gleich viel.",
        "In a Renonce row the three others get the same amount.",
    ),
}
