"""The changes that a test can make to a world."""

from __future__ import annotations

import math
from dataclasses import dataclass, field, replace
from typing import Any, Callable, Dict, List


class InvalidScript(Exception):
    """The script is invalid. The message has the reason."""


@dataclass
class Script:
    """A world's differences from its default behaviour."""

    providers: List[Dict[str, Any]]
    # The remaining calls of a bucket. A bucket that is missing here has no limit.
    rate_limit: Dict[str, int] = field(default_factory=dict)
    flags: List[str] = field(default_factory=list)
    # Coordinates of fields, such as `Customer.socialLinks`.
    failing_fields: List[str] = field(default_factory=list)
    # The seconds to wait before the field with this name is resolved.
    delay_seconds: Dict[str, float] = field(default_factory=dict)
    maximum_weight: int = 1000
    # The URL that returns the user of Google's access tokens; if empty, the tokens name their user.
    google_user_info: str = ""


def changed(script: Script, changes: Dict[str, Any]) -> Script:
    """The script with the members of a JSON object replacing its own. Raises `InvalidScript`."""
    values = {}
    for name, value in changes.items():
        if name not in _MEMBERS:
            raise InvalidScript(f"Unknown member. Known: endSessions, {', '.join(_MEMBERS)}.")
        attribute, is_valid = _MEMBERS[name]
        if not is_valid(value):
            raise InvalidScript(f"The value of {name} has the wrong form.")
        values[attribute] = value
    return replace(script, **values)


def _is_count(value: Any) -> bool:
    return type(value) is int and value >= 0


def _is_duration(value: Any) -> bool:
    return type(value) in (int, float) and math.isfinite(value) and 0 <= value <= 600


def _is_provider(value: Any) -> bool:
    names = ("code", "name", "colour", "iconUrl", "loginUrl")
    return isinstance(value, dict) and all(isinstance(value.get(name), str) for name in names)


def _list_of(is_valid: Callable[[Any], bool]) -> Callable[[Any], bool]:
    return lambda value: isinstance(value, list) and all(map(is_valid, value))


def _map_to(is_valid: Callable[[Any], bool]) -> Callable[[Any], bool]:
    return lambda value: isinstance(value, dict) and all(map(is_valid, value.values()))


def _is_text(value: Any) -> bool:
    return isinstance(value, str)


_MEMBERS = {
    "rateLimit": ("rate_limit", _map_to(_is_count)),
    "flags": ("flags", _list_of(_is_text)),
    "failingFields": ("failing_fields", _list_of(_is_text)),
    "providers": ("providers", _list_of(_is_provider)),
    "delaySeconds": ("delay_seconds", _map_to(_is_duration)),
    "maximumWeight": ("maximum_weight", _is_count),
    "googleUserInfo": ("google_user_info", _is_text),
}
