# Every target only calls Python; without make: python -m tarockclub.make TARGET
PYTHON ?= python3
PORT ?= 8000
MAKE_PY = $(PYTHON) -m tarockclub.make

.PHONY: install run test test-light test-heavy coverage check format demo messages facts map screenshots lock audit

install test test-light test-heavy coverage check format messages facts map screenshots lock audit:
	@$(MAKE_PY) $@ $(ARGS)

run demo:
	@$(MAKE_PY) $@ --port $(PORT) $(ARGS)
