"""Kratos's messages to users, with their numbers."""

from __future__ import annotations

from typing import Any, Dict, Tuple

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


def wrong_totp_code() -> Message:
    """The code of the authenticator app is wrong."""
    text = "The provided authentication code is invalid, please try again."
    return _message(4000008, "error", text)


def no_totp() -> Message:
    """The user has no authenticator app."""
    return _message(4000011, "error", "You have no TOTP device set up.")


def used_recovery_code() -> Message:
    """A recovery code was used before."""
    return _message(4000012, "error", "This backup recovery code has already been used.")


def no_recovery_codes() -> Message:
    """The user has no recovery codes."""
    return _message(4000014, "error", "You have no backup recovery codes set up.")


def invalid_recovery_code() -> Message:
    """The user does not have this recovery code."""
    return _message(4000016, "error", "The backup recovery code is not valid.")


def unknown_passkey() -> Message:
    """No user has the passkey."""
    return _message(4000015, "error", "This account does not exist or has no security key set up.")


def wrong_passkey() -> Message:
    """The answer of a passkey cannot be read, or is of another challenge."""
    reason = "Unable to create WebAuthn credential."
    return {**_message(4000001, "error", reason), "context": {"reason": reason}}


def passkey(kind: str) -> Message:
    """The label of the button for a passkey."""
    if kind == "login":
        return _message(1010021, "info", "Sign in with passkey")
    return _message(1040007, "info", "Sign up with passkey")


def sign_up() -> Message:
    """The label of the button of the first of two steps."""
    return _message(1040001, "info", "Sign up")


def choose_credentials() -> Message:
    """The second of two steps."""
    text = "Please choose a credential to authenticate yourself with."
    return _message(1040009, "info", text)


def no_code_user() -> Message:
    """No user has the address of a code."""
    text = "This account does not exist or has not setup sign in with code."
    return _message(4000035, "error", text)


def traits_mismatch() -> Message:
    """The traits are not those that the code was sent for."""
    text = "The provided traits do not match the traits previously associated with this flow."
    return _message(4000036, "error", text)


def no_email_address() -> Message:
    """A trait is no email address."""
    return _message(4000040, "error", "Enter a valid email address")


def wrong_login_code() -> Message:
    """The code of a login is wrong."""
    text = "The login code is invalid or has already been used. Please try again."
    return _message(4010008, "error", text)


def wrong_registration_code() -> Message:
    """The code of a registration is wrong."""
    text = "The registration code is invalid or has already been used. Please try again."
    return _message(4040003, "error", text)


def confirm() -> Message:
    """The user of a session is asked again."""
    text = "Please confirm this action by verifying that it is you."
    return _message(1010003, "info", text)


def second_factor() -> Message:
    """The user of a session is asked for a second factor."""
    return _message(1010004, "info", "Please complete the second authentication challenge.")


def code_sent(kind: str, is_known: bool) -> Message:
    """A code was sent, to an address that the user has entered, or to one of the session's user."""
    if kind == "registration":
        text = (
            "A code has been sent to the address(es) you provided. If you have not received a "
            "message, check the spelling of the address and retry the registration."
        )
        return _message(1040005, "info", text)
    if is_known:
        text = "A code was sent to your address. If you didn't receive it, please try again."
        return _message(1010025, "info", text)
    text = (
        "A code was sent to the address you provided. If you didn't receive it, please check the "
        "spelling of the address and try again."
    )
    return _message(1010014, "info", text)


def send_code(kind: str) -> Message:
    """The label of the button that sends a code."""
    if kind == "login":
        return _message(1010015, "info", "Send sign in code")
    return _message(1040006, "info", "Send sign up code")


def send_code_to(address: str) -> Message:
    """The label of the button that sends a code as a second factor."""
    context = {"address": address, "channel": "email"}
    return {**_message(1010023, "info", f"Send code to {address}"), "context": context}


def code_label(kind: str) -> Message:
    """The label of the field for a code."""
    if kind == "login":
        return _message(1070013, "info", "Login code")
    return _message(1070012, "info", "Registration code")


def continue_label() -> Message:
    """The label of the button that submits a code."""
    return _message(1070009, "info", "Continue")


def resend_label() -> Message:
    """The label of the button that sends another code."""
    return _message(1070008, "info", "Resend code")


def identifier_label() -> Message:
    """The label of the field for an identifier."""
    return _message(1070004, "info", "ID")


def trait_label(title: str) -> Message:
    """The label of the field for a trait: its title in the identity schema."""
    return {**_message(1070002, "info", title), "context": {"title": title}}


def totp_labels() -> Tuple[Message, Message]:
    """The labels of the field for a code of an authenticator app, and of its button."""
    field = _message(1010006, "info", "Authentication code")
    return field, _message(1010009, "info", "Use Authenticator")


def recovery_code_labels() -> Tuple[Message, Message]:
    """The labels of the field for a recovery code, and of its button."""
    field = _message(1010007, "info", "Backup recovery code")
    return field, _message(1010010, "info", "Use backup recovery code")


def _message(number: int, kind: str, text: str) -> Message:
    return {"id": number, "type": kind, "text": text}
