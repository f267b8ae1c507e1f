"""Problems of what a table agrees on: code -> (German, English)."""

AGREED_TEXTS: dict[str, tuple[str, str]] = {
    "invalid_amount": (
        "Hier gehört ein Betrag von {least} bis {most} Euro hin.",
        "Enter an amount from {least} to {most} euros.",
    ),
    "unknown_version": ("Diese Form der Pagatkassa gibt es nicht.", "This version of the Pagatkassa does not exist."),
}
