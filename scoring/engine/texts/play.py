"""Sentences of a Speiszettel about what people do around a hand: dealing, bidding, playing, counting."""

PLAY_TITLES: dict[str, tuple[str, str]] = {
    "play": ("Geben, Ansagen, Ausspielen", "Dealing, bidding, playing"),
    "deal": ("Geben", "Dealing"),
    "auction": ("Lizitation", "Bidding"),
    "cards": ("Karten", "Cards"),
    "trick": ("Ausspielen", "Playing"),
    "talon": ("Talon und Ablage", "Talon and discard"),
    "birds": ("Vögel und König Ultimo", "Birds and König Ultimo"),
    "fair": ("Karten und Stiche", "Cards and tricks"),
}

# Where a reminder stands on paper: under one of these rules, or under a game, a premium or a group.
PLACES_ON_PAPER = (
    "deal",
    "auction",
    "trick",
    "talon",
    "birds",
    "fair",
    "trischaken",
    "kontra",
    "radl",
    "concede",
    "renonce",
)

# Rules of dealing, bidding and playing of which a sheet says one of these ways; each way is a sentence below.
WAYS: dict[str, tuple[str, ...]] = {
    "cut": ("opposite", "last", "opposite_or_last", "opposite_last_at_five"),
    "hold": ("no", "forehand", "forehand_outbid"),
    "raise": ("outbid", "free"),
    "ladder": ("sheet", "value"),
    "good": ("three", "once"),
    "kontra": ("before_good", "first", "closed"),
    "must_take": ("negative", "never"),
    "trischaken_must_take": ("yes", "no", "forehand"),
    "trischaken_talon": ("first_six", "last", "forehand"),
}

PLAY: dict[str, tuple[str, str]] = {
    "hold_no": ("Nur höher überbieten, kein Halten („bei mir“).", "Only a higher game outbids; no holding."),
    "hold_forehand": (
        "Die Vorhand darf ein angesagtes Spiel halten.",
        "The forehand may hold a game that was declared.",
    ),
    "hold_forehand_outbid": (
        "Die Vorhand darf ein angesagtes Spiel halten; der Ansager kann sie dann noch überbieten.",
        "The forehand may hold a game that was declared; whoever declared it may then go higher.",
    ),
    "raise_outbid": (
        "Die eigene Ansage nur erhöhen, wenn überboten; wer passt, bietet nicht mehr.",
        "Raise your own bid only when outbid; who has passed bids no more.",
    ),
    "raise_free": (
        "Die eigene Ansage darf man jederzeit erhöhen; wer passt, bietet nicht mehr.",
        "Your own bid may be raised at any time; who has passed bids no more.",
    ),
    "ladder_sheet": (
        "Höher ist das Spiel, das weiter unten auf dem Blatt steht.",
        "A game further down the sheet is higher.",
    ),
    "ladder_value": ("Höher ist das Spiel, das mehr wert ist.", "A game that is worth more is higher."),
    "good_three": (
        "Nachbessern erlaubt: weitere Ansagen und Kontras, bis drei hintereinander „gut“ gesagt haben.",
        "More may be announced, and kontra said, until three in a row have said “gut”.",
    ),
    "good_once": ("Wer „gut“ gesagt hat, sagt nichts mehr an.", "Who has said “gut” announces no more."),
    "kontra_before_good": ("Kontra nur vor „gut“.", "Kontra only before “gut”."),
    "kontra_first": ("Kontra nur bei der ersten Gelegenheit.", "Kontra only at the first opportunity."),
    "kontra_closed": ("Kontra, wenn die Ansage beendet ist.", "Kontra once the announcement has ended."),
    "must_take_negative": (
        "In Negativspielen gilt Stichzwang.",
        "In negative games whoever can must take the trick.",
    ),
    "must_take_never": ("Stichzwang gibt es nicht.", "Nobody ever has to take a trick."),
    "trischaken_must_take_yes": ("Es gilt Stichzwang.", "Whoever can must take the trick."),
    "trischaken_must_take_no": ("Es gilt kein Stichzwang.", "Nobody has to take a trick."),
    "trischaken_must_take_forehand": (
        "Stichzwang nach Wahl der Vorhand.",
        "The forehand decides whether tricks must be taken.",
    ),
    "trischaken_talon_first_six": (
        "Der Talon kommt zu den ersten sechs Stichen.",
        "The talon goes to the first six tricks.",
    ),
    "trischaken_talon_last": ("Der Talon kommt zum letzten Stich.", "The talon goes to the last trick."),
    "trischaken_talon_forehand": (
        "Talon nach Wahl der Vorhand zu den ersten sechs Stichen oder zum letzten.",
        "The forehand has the talon added to the first six tricks or to the last.",
    ),
    "pack": ("{cards} Karten", "{cards} cards"),
    "players_4": ("zu viert", "four players"),
    "players_5": ("zu viert; zu fünft setzt der Geber aus", "four players; with five the dealer sits out"),
    "players_6": (
        "zu viert; zu fünft setzt der Geber aus, zu sechst auch die Hinterhand",
        "four players; with five the dealer sits out, with six the last hand too",
    ),
    "left": ("im Uhrzeigersinn", "clockwise"),
    "right": ("gegen den Uhrzeigersinn", "anticlockwise"),
    "shuffle": ("Gründlich mischen.", "Shuffle thoroughly."),
    "cut_opposite": ("Wer gegenüber sitzt, hebt ab.", "The player opposite cuts."),
    "cut_last": ("Die Hinterhand hebt ab.", "The last hand cuts."),
    "cut_opposite_or_last": (
        "Wer gegenüber sitzt, hebt ab, oder die Hinterhand.",
        "The player opposite cuts, or the last hand.",
    ),
    "cut_opposite_last_at_five": (
        "Wer gegenüber sitzt, hebt ab, zu fünft die Hinterhand.",
        "The player opposite cuts, with five the last hand.",
    ),
    "packets": (
        "Ab der Vorhand: {cards} Karten, {talon}, {cards} Karten",
        "From the forehand on: {cards} cards, {talon}, {cards} cards",
    ),
    "talon": ("der Talon (2 × 3)", "the talon (2 × 3)"),
    "talon_middle": ("der Talon (2 × 3) in die Mitte", "the talon (2 × 3) into the middle"),
    "talon_first": ("oder der Talon zuerst", "or the talon first"),
    "only_middle": ("Der Talon kommt in die Mitte.", "The talon is dealt into the middle."),
    "knock_no": ("Geklopft wird nicht.", "There is no knocking."),
    "knock_choose": (
        "Geklopft: der Talon zuerst, dann zwölf Karten auf einmal; die Vorhand wählt zuerst ein Paket.",
        "After a knock: the talon first, then twelve cards at once; the forehand chooses a packet first.",
    ),
    "knock_choose_in_turn": (
        "Geklopft: der Talon zuerst, dann zwölf Karten auf einmal; die Vorhand wählt zuerst ein Paket. Nimmt sie das "
        "erste, wird reihum gegeben.",
        "After a knock: the talon first, then twelve cards at once; the forehand chooses a packet first. If she takes "
        "the first, the rest goes round in turn.",
    ),
    "opens": ("Die Vorhand eröffnet mit {words}", "The forehand opens with {words}"),
    "opens_with_game": (", oder sagt gleich ein Spiel an", ", or declares a game at once"),
    "hands_on": ("; sie kann die Vorhand auch weitergeben", ", or passes the forehand on"),
    "pass": (
        "Die anderen sagen reihum ein Spiel an oder {words}.",
        "The others in turn declare a game or say {words}.",
    ),
    "steps": (
        "Dann der Reihe nach: König rufen, Talon nehmen, ablegen, Zusätze ansagen.",
        "Then in this order: call the king, take the talon, discard, announce premiums.",
    ),
    "closes": ("{words} beendet die Ansage.", "{words} ends the announcement."),
    "leads_forehand": ("In positiven Spielen spielt die Vorhand aus.", "In positive games the forehand leads."),
    "leads_declarer": ("In positiven Spielen spielt der Spieler aus.", "In positive games the declarer leads."),
    "follows_tarock": ("Farbe bedienen, sonst Tarock.", "Follow suit, otherwise play a tarock."),
    "follows_tarock_or_any": (
        "Farbe bedienen, sonst Tarock, sonst beliebig; außer in Negativspielen muss man nicht stechen.",
        "Follow suit, otherwise a tarock, otherwise any card; except in negative games nobody has to take a trick.",
    ),
    "talon_half": (
        "Der Talon wird aufgedeckt; man nimmt eine Hälfte und legt gleich viele Karten ab.",
        "The talon is turned up; one takes a half and discards as many cards.",
    ),
    "talon_half_or_card": (
        "Der Talon wird aufgedeckt; man nimmt eine Hälfte (im Einer eine Karte) und legt gleich viele ab.",
        "The talon is turned up; one takes a half (in an Einer one card) and discards as many.",
    ),
    "talon_open": ("Der Talon wird aufgedeckt.", "The talon is turned up."),
    "etiquette": ("Im Übrigen gilt: {etiquette}.", "Otherwise: {etiquette}."),
    "cards_pack": ("22 Tarock, 32 Farbkarten.", "22 tarocks, 32 suit cards."),
    "cards_ranks": (
        "Tarock: Sküs (XXII), Mond (XXI), XX bis II, Pagat (I); es sticht jede Farbe. Kreuz, Pik: König, Dame, Kavall, "
        "Bub, 10, 9, 8, 7. Herz, Karo: König, Dame, Kavall, Bub, 1, 2, 3, 4.",
        "Tarocks: Sküs (XXII), Mond (XXI), XX to II, Pagat (I); they trump. Clubs, spades: king, queen, knight, jack, "
        "10, 9, 8, 7. Hearts, diamonds: king, queen, knight, jack, 1, 2, 3, 4.",
    ),
    "cards_values": (
        "König, Sküs, Mond, Pagat 5; Dame 4, Kavall 3, Bub 2; alle anderen nichts.",
        "King, Sküs, Mond, Pagat 5; queen 4, knight 3, jack 2; all others nothing.",
    ),
    "total": (
        "Im Spiel sind {total} Kartenpunkte; der Spieler gewinnt ab {win}.",
        "There are {total} card points; the declarer's side wins from {win}.",
    ),
    "win_kontra": ("Mit Kontra gewinnt er ab {win}.", "With kontra it wins from {win}."),
    "whole": ("Gezählt werden ganze Punkte, ohne Blatt.", "Only whole points are counted, no Blatt."),
    "blatt": (
        "3 Blatt sind ein Punkt: 35/2 heißt 35 Punkte und 2 Blatt.",
        "3 Blatt make one point: 35/2 means 35 points and 2 Blatt.",
    ),
    "rounded": (
        "Von einer unvollständigen Lage wird ein Punkt abgezogen: {below}, {half} und {above} sind {half} : {half}.",
        "One point is deducted from an incomplete Lage: {below}, {half} and {above} are {half} : {half}.",
    ),
    "rounded_won": (
        "Von einer unvollständigen Lage wird ein Punkt abgezogen: {below}, {half} und {above} gelten als {half} : "
        "{half}, auch wenn das Spiel ab {win} gewonnen ist.",
        "One point is deducted from an incomplete Lage: {below}, {half} and {above} are called {half} : {half}, though "
        "the game is won from {win}.",
    ),
    "written_as": (", geschrieben {written}", ", written {written}"),
    "count_minus_two": (
        "Gezählt wird in Lagen zu drei Karten, 2 gehen ab{rest}.",
        "Cards are counted in threes (a Lage), less 2{rest}.",
    ),
    "count_single": (", von einer übrigen Karte zwei Blatt", ", a single card left loses two Blatt"),
    "count_counters": (
        "Je drei Karten: eine zählende zählt ganz, von zweien geht 1 ab, von dreien 2; drei leere sind 1. "
        "(Könige: 5, 9, 13.)",
        "By threes: one that counts counts in full, two less 1, three less 2; three empty ones are 1. "
        "(Kings: 5, 9, 13.)",
    ),
    "also": ("Auch: {names}.", "Also called: {names}."),
}
