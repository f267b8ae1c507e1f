"""Lists of people read in: pasted text, CSV, workbooks; pure, nothing is trusted."""
