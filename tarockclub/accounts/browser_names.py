"""What somebody uses, roughly, so that he knows his own devices in a list."""

# The first that is found counts: most browsers also name those that they want to be taken for.
_BROWSERS = (
    ("Edg", "Edge"),
    ("OPR/", "Opera"),
    ("SamsungBrowser/", "Samsung Internet"),
    ("Firefox/", "Firefox"),
    ("FxiOS/", "Firefox"),
    ("Chrome/", "Chrome"),
    ("CriOS/", "Chrome"),
    ("Safari/", "Safari"),
)
_SYSTEMS = (
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Android", "Android"),
    ("Windows", "Windows"),
    ("Mac OS X", "Mac"),
    ("CrOS", "ChromeOS"),
    ("Linux", "Linux"),
)


def parse_browser(agent: str) -> str:
    """Browser and system of a User-Agent header; empty where it says neither.

    >>> parse_browser("Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0")
    'Firefox, Android'
    """
    found = (next((name for sign, name in known if sign in agent), "") for known in (_BROWSERS, _SYSTEMS))
    return ", ".join(filter(None, found))
