"""Charts: values in, shapes out; one way of drawing for pages, papers and pictures."""
