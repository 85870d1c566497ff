"""Kratos's messages to users, with their numbers."""

from __future__ import annotations

from typing import Any, Dict

Message = Dict[str, Any]


def sign_in_with(provider: str) -> Message:
    """The label of a provider's button on the login page."""
    context = {"provider": provider, "provider_id": provider}
    return {**_message(1010002, "info", f"Sign in with {provider}"), "context": context}


def sign_up_with(provider: str) -> Message:
    """The label of a provider's button on the registration page."""
    context = {"provider": provider, "provider_id": provider}
    return {**_message(1040002, "info", f"Sign up with {provider}"), "context": context}


def failed(reason: str) -> Message:
    """A failure, described by the reason."""
    return {**_message(4000001, "error", reason), "context": {"reason": reason}}


def missing(property: str) -> Message:
    """The identity requires a property that the provider does not return."""
    text = f"Property {property} is missing."
    return {**_message(4000002, "error", text), "context": {"property": property}}


def exists_already() -> Message:
    """Another identity has the address."""
    text = "An account with the same identifier (email, phone, username, ...) exists already."
    return _message(4000007, "error", text)


def no_strategy(kind: str) -> Message:
    """The submission has no method of the flow."""
    if kind == "login":
        return _message(4010002, "error", "Could not find a strategy to log you in with.")
    return _message(4040002, "error", "Could not find a strategy to sign you up with.")


def expired(kind: str, minutes: float) -> Message:
    """The previous flow has expired."""
    number = 4010001 if kind == "login" else 4040001
    text = f"The {kind} flow expired {minutes:.2f} minutes ago, please try again."
    return _message(number, "error", text)


def _message(number: int, kind: str, text: str) -> Message:
    return {"id": number, "type": kind, "text": text}
