"""The states of all pages: reached in a browser, checked by tests, shown by `make screenshots`."""
