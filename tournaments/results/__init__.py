"""The results of a tournament: standings, results, cash, walls, files."""
