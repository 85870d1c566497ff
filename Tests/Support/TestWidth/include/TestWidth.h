// See TestWidth.c. A C target needs a header.
