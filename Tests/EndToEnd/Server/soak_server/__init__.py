"""Numbered events, uploads and rotating tokens, with faults on demand: the other side of a soak."""
