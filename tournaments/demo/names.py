"""Made-up people; nobody of this name plays anywhere."""

CLUB = "Tarockrunde zur Linde"
NAMES = (
    *("Adele Moosgruber", "Balthasar Ennsthal", "Cilli Traunfeld", "Dominik Hochwarter", "Elfriede Sonnleit"),
    *("Ferdinand Kirchschlag", "Gerti Almbauer", "Hannes Winklreith", "Ida Brunnmoser", "Josef Haselgruber"),
    *("Kathi Steinbrunn", "Leopold Nusserl", "Mitzi Lindenau", "Norbert Achleit", "Ottilie Granegg"),
    *("Poldi Rosskogel", "Resi Fuchsloch", "Sepp Mitterau", "Trude Weinzierling", "Ulrich Donnerskirch"),
    *("Vroni Hintersee", "Wastl Kaltenegg", "Xaver Blumau", "Zenzi Obermoos", "Alois Pfarrhof"),
    *("Berta Schlossberg", "Christl Waldegg", "Dorli Marktler", "Edi Sandgruber", "Franzi Thalhof"),
    *("Gustl Rainbach", "Hedi Zwettlau", "Ignaz Grubhof"),
)
REFEREES = "Elfriede Sonnleit, Sepp Mitterau"
OF_A_ROUND = (("Geschenkkorb", 2400), ("Zwei Flaschen Wein", 1600))  # cents
OF_THE_DAY = (("Wanderpokal", 0), ("Gutschein für den Wirt", 3000), ("Tarockkarten in Leder", 2500))
