"""States of the pages of seasons."""

from playwright.sync_api import Page, expect

from tests.support.states import acts
from tests.support.states.state import DIRECTOR, SECRETARY, VISITOR, State

NEW, RUNNING, BEFORE = (f"/tournaments/seasons/{{season{which}}}" for which in ("_new", "", "_before"))


def _type_formula(formula: str) -> acts.Act:
    """Somebody types a formula, and sees what it comes to."""

    def act(page: Page) -> None:
        page.locator("details.settings-part:has([name=formula]):not([open]) > summary").click()
        page.locator("[name=formula]").fill(formula)
        expect(page.locator("#season-points .problem")).to_have_count(1)

    return act


PICTURED = (
    State("seasons", DIRECTOR, "/tournaments/seasons/"),
    State("season", DIRECTOR, f"{RUNNING}/"),
    State("season-new", DIRECTOR, "/tournaments/seasons/new/"),
    State("season-formula", DIRECTOR, "/tournaments/seasons/new/", _type_formula("spieler - plaz + 1")),
    State("season-settings", DIRECTOR, f"{RUNNING}/settings/"),
    State("season-events", DIRECTOR, f"{RUNNING}/events/"),
    State("season-standing", VISITOR, f"{RUNNING}/standing/"),
    State("season-ranking", VISITOR, f"{RUNNING}/standing/rankings/1/"),
    State("season-ranking-settings", DIRECTOR, f"{RUNNING}/rankings/1/"),
    State("season-ranking-entries", SECRETARY, f"{RUNNING}/rankings/1/entry-money/", pictured=False),
    State("season-player", VISITOR, f"{RUNNING}/standing/?who={{season_player}}"),
    State("season-outlook", VISITOR, f"{RUNNING}/outlook/"),
    State("season-meetings", VISITOR, f"{RUNNING}/meetings/"),
    State("season-over", DIRECTOR, f"{BEFORE}/", acts.show_unfolded),
)
CHECKED = (
    State("season-year", SECRETARY, "/tournaments/seasons/{season_year}/standing/"),
    State("season-year-events", DIRECTOR, "/tournaments/seasons/{season_year}/events/", acts.show_unfolded),
    State("new-year", DIRECTOR, "/tournaments/seasons/year/"),
    State("season-empty", DIRECTOR, f"{NEW}/"),
    State("season-secretary", SECRETARY, f"{RUNNING}/settings/"),
    State("season-new-refused", DIRECTOR, "/tournaments/seasons/new/", acts.submit("main form")),
    State("season-settings-change", DIRECTOR, f"{RUNNING}/settings/", acts.submit("main form", best="2")),
    State("season-standing-empty", VISITOR, f"{NEW}/standing/"),
    State("season-standing-over", VISITOR, f"{BEFORE}/standing/", acts.show_unfolded),
    State("season-provisional", DIRECTOR, f"{RUNNING}/standing/?provisional=1"),
    State("season-edition", VISITOR, f"{BEFORE}/standing/1/"),
    State("season-event", VISITOR, f"{RUNNING}/events/{{season_played}}/"),
    State("season-event-typed", DIRECTOR, f"{RUNNING}/events/{{season_typed}}/", acts.show_unfolded),
)
SEASONS = (*PICTURED, *(state._replace(pictured=False) for state in CHECKED))
