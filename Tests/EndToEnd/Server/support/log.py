"""The log on standard error: one line per request, without secrets."""

from __future__ import annotations

import re
import sys
from typing import Any

from starlette.responses import Response

from .secret_values import json_or_none

_CODE = re.compile(r"[a-z][a-z0-9_]{0,60}")


def log_request(method: str, route: str, response: Response, outcome: str = "") -> None:
    """Writes the route without its variable parts, the status, and the error's code if any."""
    outcome = outcome or _code(json_or_none(bytes(response.body)))
    print(method, route, response.status_code, outcome, file=sys.stderr, flush=True)


def _code(body: Any) -> str:
    """The error code in the body, in the form of any of the systems."""
    if not isinstance(body, dict):
        return "-"
    error = body.get("error", body.get("code"))
    code = error.get("id") if isinstance(error, dict) else error
    return code if isinstance(code, str) and _CODE.fullmatch(code) else "-"
