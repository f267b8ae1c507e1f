"""Problems of what a table agrees on: code -> (German, English)."""

AGREED_TEXTS: dict[str, tuple[str, str]] = {
    "invalid_amount": (
        "Hier gehört ein Betrag von {least} bis {most} Euro hin.",
        "An amount of {least} to {most} euros belongs here.",
    ),
    "unknown_version": ("Diese Form der Pagatkassa gibt es nicht.", "There is no such version of the Pagatkassa."),
}
