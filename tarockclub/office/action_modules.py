"""The modules with what can be done in tournaments and seasons, and with sentences where it cannot; for settings.py."""

# Modules with actions, which register their sentences, too.
ACTIONS = [
    "tournaments.core.cash_journal.actions",
    "tournaments.people.door.actions",
    "tournaments.people.entrants.actions",
    "tournaments.people.entrants.applications",
    "tournaments.people.entrants.entering",
    "tournaments.people.entrants.fee_actions",
    "tournaments.people.entrants.substitutes",
    "tournaments.people.invitations.actions",
    "tournaments.people.registration.actions",
    "tournaments.people.registration.inviting",
    "tournaments.people.teams.actions",
    "tournaments.hall.clock.actions",
    "tournaments.hall.desk.actions",
    "tournaments.hall.desk.moves",
    "tournaments.hall.desk.late_hands",
    "tournaments.hall.draw.actions",
    "tournaments.hall.draw.late_entries",
    "tournaments.hall.paper_sheets.actions",
    "tournaments.hall.rulings.actions",
    "tournaments.hall.setup.actions",
    "tournaments.results.final_results.prize_actions",
    "tournaments.results.final_results.result_actions",
    "tournaments.seasons.season.cash.settlement",
    "tournaments.seasons.season.events",
    "tournaments.seasons.season.evenings.actions",
    "tournaments.seasons.season.publishing",
    "tournaments.seasons.season.results.days",
    "tournaments.seasons.season.results.services",
    "tournaments.seasons.season.sub_rankings.actions",
]
# Modules with sentences of refused actions, imported with the first refusal: its package may not have been used yet.
SENTENCES = [
    "tournaments.results.projector.hall_views",
    "tournaments.hall.desk.overview",
    "tournaments.hall.paper_sheets.page",
    "tarockclub.office.exchange.kinds",
    "tarockclub.office.privacy.erasing",
    "tournaments.seasons.season.messages",
    "tournaments.results.undo.services",
]
