# Every target only calls Python; without make: python -m tools TARGET
PYTHON ?= python3
PORT ?= 8000
MAKE_PY = $(PYTHON) -m tools

.PHONY: run demo install test test-light test-heavy soak test-all coverage check changed format messages facts screenshots lock audit bundle release

install test test-light test-heavy soak test-all coverage check changed format messages facts screenshots lock audit bundle release:
	@$(MAKE_PY) $@ $(ARGS)

run demo:
	@$(MAKE_PY) $@ --port $(PORT) $(ARGS)
