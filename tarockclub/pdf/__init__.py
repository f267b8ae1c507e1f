"""Papers as PDF in A4: letters, pages, boxes, tables that never clip; what stands on them other packages say."""
