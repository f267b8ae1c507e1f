"""An evening as a workbook (xlsx): plain cells first, then one writer that turns them into the file."""
