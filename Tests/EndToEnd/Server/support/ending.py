"""Ends processes that a server or a browser's script has started, also if it is killed itself."""

from __future__ import annotations

import ctypes
import signal
import sys
from typing import Any


def end_orderly_when_terminated() -> None:
    """Makes the first termination signal unwind the stack, so that started processes are ended too."""

    def end(*_: Any) -> None:
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        sys.exit(0)

    signal.signal(signal.SIGTERM, end)


def end_with_parent() -> None:
    """Makes the kernel end a new process if the one that starts it is killed (Linux, `prctl`)."""
    # The parent process may have blocked signals.
    signal.pthread_sigmask(signal.SIG_SETMASK, ())
    ctypes.CDLL(None).prctl(1, signal.SIGTERM)
