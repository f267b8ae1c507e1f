"""The words for each system in the texts of a bundle."""

TEXTS = {"LIES-MICH.txt": "de", "READ-ME.txt": "en"}

WINDOWS = {
    "START": "Tarockclub.bat",
    "DATA": r"%LOCALAPPDATA%\Tarockclub",
    "BACKUPS": "%LOCALAPPDATA%\\Tarockclub\\backups\\",
}
WINDOWS_WORDS = {
    "de": {
        "FIRST_START": """\
  Meldet Windows "Der Computer wurde durch Windows geschützt": "Weitere Informationen", "Trotzdem ausführen".
""",
        "FIREWALL": """\
  Beim ersten Start fragt Windows, ob Python in Netzwerken kommunizieren darf: "Private Netzwerke" ankreuzen und
  "Zugriff zulassen". Wer "Abbrechen" gewählt hat, wird nicht mehr gefragt: Windows-Sicherheit, "Firewall- &
  Netzwerkschutz", "Zugriff von App durch Firewall zulassen", "Einstellungen ändern", jede Zeile python.exe bei
  "Privat" ankreuzen. Und das WLAN muss ein privates Netzwerk sein: Einstellungen, "Netzwerk und Internet",
  Eigenschaften des WLANs, "Privates Netzwerk". Das Fenster sagt, was davon fehlt.
""",
        "SHELL": 'in die Adresszeile "cmd" eingeben, dann',
    },
    "en": {
        "FIRST_START": """\
  If Windows says "Windows protected your PC": "More info", "Run anyway".
""",
        "FIREWALL": """\
  At the first start Windows asks whether Python may communicate in networks: tick "Private networks" and choose
  "Allow access". Who has chosen "Cancel" is not asked again: Windows Security, "Firewall & network
  protection", "Allow an app through firewall", "Change settings", tick "Private" in every line python.exe. And
  the Wi-Fi must be a private network: Settings, "Network & internet", the properties of the Wi-Fi, "Private
  network". The window says which of this is missing.
""",
        "SHELL": 'type "cmd" into the address bar, then',
    },
}

UNIX = {
    "START": "./Tarockclub.command",
    "DATA": "~/.local/share/tarockclub (macOS: ~/Library/Application Support/Tarockclub)",
    "BACKUPS": "<Ordner/folder>/backups/",
}
UNIX_WORDS = {
    "de": {
        "FIRST_START": """\
  Auf dem Rechner muss Python @PYTHON@ installiert sein, außer in diesem Ordner liegt eines (python/).
  macOS öffnet das erste Mal nur über die rechte Maustaste, "Öffnen". Unter Linux fragt manche Oberfläche, ob
  die Datei ausgeführt werden soll: ja, im Terminal.
""",
        "FIREWALL": """\
  Fragt macOS, ob Python eingehende Netzwerkverbindungen annehmen darf: "Erlauben".
  Unter Linux mit ufw: sudo ufw allow 8000/tcp
""",
        "SHELL": "ein Terminal öffnen, dann",
    },
    "en": {
        "FIRST_START": """\
  Python @PYTHON@ must be installed on the computer, unless there is one in this folder (python/).
  macOS opens it the first time only by the right mouse button, "Open". Some desktops of Linux ask whether the
  file shall be run: yes, in a terminal.
""",
        "FIREWALL": """\
  If macOS asks whether Python may accept incoming network connections: "Allow".
  On Linux with ufw: sudo ufw allow 8000/tcp
""",
        "SHELL": "open a terminal, then",
    },
}
