# Every target only calls Python; without make: python -m tarockclub.make TARGET
PYTHON ?= python3
PORT ?= 8000
MAKE_PY = $(PYTHON) -m tarockclub.make

<<<<<<< HEAD
.PHONY: install run test test-heavy test-all coverage check format demo messages screenshots lock audit

install test test-heavy test-all coverage check format messages screenshots lock audit:
=======
.PHONY: install run test test-light test-heavy coverage check format demo messages map screenshots lock audit

install test test-light test-heavy coverage check format messages map screenshots lock audit:
>>>>>>> next
	@$(MAKE_PY) $@ $(ARGS)

run demo:
	@$(MAKE_PY) $@ --port $(PORT) $(ARGS)
