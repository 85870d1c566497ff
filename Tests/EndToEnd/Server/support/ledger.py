"""The list of every secret that a server has received or issued."""

from __future__ import annotations

from typing import Iterable, Optional, Set, TextIO


class Ledger:
    """Writes each secret to a file, one per line, as soon as it is known."""

    def __init__(self, file: Optional[TextIO] = None) -> None:
        self._file = file
        self._known: Set[str] = set()

    def record(self, secrets: Iterable[str]) -> None:
        """Writes the new secrets. A secret with line breaks takes several lines."""
        for line in (line for secret in secrets for line in secret.splitlines()):
            if self._file is None or not line.strip() or line in self._known:
                continue
            self._known.add(line)
            self._file.write(line + "\n")
            self._file.flush()
