"""Papers as PDF in A4: fonts, pages, boxes, tables that never clip; other packages provide the content."""
