"""One search for everything: people, evenings, tournaments, seasons, house rules, pages, help."""
