"""The log on standard error: one line per request, without secrets."""

from __future__ import annotations

import re
import sys
from typing import Any, Dict

from .request import GraphQLRequest

_NAME = re.compile(r"[_A-Za-z][_0-9A-Za-z]{0,99}")


def log_request(world: str, asked: GraphQLRequest, response: Dict[str, Any]) -> None:
    """Writes the world, the operation's name if it is valid, and the outcome."""
    name = asked.operation_name or ""
    operation = name if _NAME.fullmatch(name) else "-"
    print(world, operation, _outcome(response), file=sys.stderr, flush=True)


def _outcome(response: Dict[str, Any]) -> str:
    """The code of the first error, or the `error` of the first root field, or `OK`."""
    for error in response.get("errors", []):
        extensions = error.get("extensions", {})
        return "RATE_LIMITED" if "rateLimited" in extensions else extensions.get("code", "ERROR")
    for value in (response.get("data") or {}).values():
        fields = value if isinstance(value, dict) else {}
        error = fields.get("authenticationResponse", fields).get("error")
        return error if isinstance(error, str) else "OK"
    return "OK"
