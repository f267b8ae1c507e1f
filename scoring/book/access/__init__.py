"""Rights at a table: links, QR cards and who may write."""
