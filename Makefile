# Every target only calls Python; without make: python -m tarockclub.make TARGET
PYTHON ?= python3
PORT ?= 8000
MAKE_PY = $(PYTHON) -m tarockclub.make

.PHONY: run demo install test test-light test-heavy test-all coverage check format messages facts map screenshots lock audit bundle

install test test-light test-heavy test-all coverage check format messages facts map screenshots lock audit bundle:
	@$(MAKE_PY) $@ $(ARGS)

run demo:
	@$(MAKE_PY) $@ --port $(PORT) $(ARGS)
