"""Work that a process of its own does once, whichever machine it runs on: exports, backups."""
