"""An action as one class, and what follows from it: form, button, operation, act, sentence of the log, undo."""
