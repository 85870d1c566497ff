"""Social login: from a provider's token to a session, a form to fill in, or a link to approve."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Dict, List, Optional, Tuple

from .customers import Customer, SocialLink
from .forms import EMAIL, FULL_FORM, FULL_NAME, FieldError, Form, FormField, check_answer
from .one_time_tokens import authentication_error
from .provider_tokens import ProviderToken, ask_for_user, read_provider_token
from .world import SocialAttempt, World


@dataclass(frozen=True)
class AuthenticationResponse:
    """The outcome of a login."""

    error: Optional[str] = None
    token: Optional[str] = None
    customer: Optional[Customer] = None
    new_customer: Optional[bool] = None
    field_errors: Optional[List[FieldError]] = None


@dataclass(frozen=True)
class SocialAuthenticationResponse:
    """The outcome of a social login, and what it requires to continue after a failure."""

    authentication_response: AuthenticationResponse
    form: Optional[Form] = None
    opt_in_form: Optional[Dict[str, bool]] = None
    social_identity: Optional[Dict[str, Optional[str]]] = None
    social_link_id: Optional[str] = None
    social_login_token: Optional[str] = None

    @property
    def social_user_id(self) -> Optional[str]:
        """The link under its former name."""
        return self.social_link_id


@dataclass(frozen=True)
class ProviderAccount:
    """A provider's data about an account, and the site's additional questions."""

    email: Optional[str] = None
    full_name: Optional[str] = None
    fields: Tuple[FormField, ...] = ()


# The accounts that exist at every provider. Accounts with the prefix `new-` exist too. The tokens
# of all others are rejected.
_ACCOUNTS = {
    "ada": ProviderAccount("ada@example.com", "Ada Lovelace"),
    "pending": ProviderAccount("existing@example.com", "Existing Customer"),
    "pending-bare": ProviderAccount("bare@example.com", "Bare Customer"),
    "locked": ProviderAccount("locked@example.com", "Locked Customer"),
    "noemail": ProviderAccount(None, "John Doe", (EMAIL,)),
    "nameless": ProviderAccount(None, None, (FULL_NAME, EMAIL)),
    "fullform": ProviderAccount(None, None, FULL_FORM),
}

# The client's schema lacks the error `ACCOUNT_SUSPENDED`.
_REFUSED = {"expired": "EXPIRED_TOKEN", "surprise": "ACCOUNT_SUSPENDED"}


def begin(world: World, given: Dict[str, Any]) -> SocialAuthenticationResponse:
    """Starts a social login with an `AppBasedSocialLoginInput`."""
    code = given["provider_code"]
    listed = any(provider["code"] == code for provider in world.script.providers)
    token = _token(world, given)
    if not listed or token is None:
        return _failed("INVALID_TOKEN")
    account = _ACCOUNTS.get(token.account) or _new_account(token)
    if account is None:
        return _failed(_REFUSED.get(token.account, "INVALID_TOKEN"))
    if token.value in world.used_provider_tokens:
        return _failed("ALREADY_USED_TOKEN")
    world.used_provider_tokens.add(token.value)
    attempt = SocialAttempt(
        code, token.account, account.email, account.full_name, list(account.fields)
    )
    linked = _log_in_by_link(world, attempt)
    if linked is None and attempt.fields:
        return _ask(world, attempt, attempt.fields)
    return linked or _join(world, attempt, opt_in_later=False)


def _token(world: World, given: Dict[str, Any]) -> Optional[ProviderToken]:
    code, access_token = given["provider_code"], given.get("access_token")
    if code == "google" and access_token is not None and world.script.google_user_info:
        return ask_for_user(world.script.google_user_info, access_token)
    return read_provider_token(code, access_token, given.get("auth_code"))


def resume(world: World, given: Dict[str, Any]) -> SocialAuthenticationResponse:
    """Continues a social login with a `SocialLoginInput`. Its token is then used up."""
    attempt = world.attempts.pop(given["social_authentication_token"], None)
    if attempt is None:
        return _failed("INVALID_TOKEN")
    opt_in_later = given["opt_in_after_account_creation"]
    attempt.answers.update(given.get("missing_information") or {})
    if opt_in_later:
        attempt.fields = [one for one in attempt.fields if one.type != "MARKETING_CONSENT"]
    errors = {one: check_answer(one, attempt.answers) for one in attempt.fields}
    wrong = {one: error for one, error in errors.items() if error is not None}
    linked = _log_in_by_link(world, attempt)
    if linked is None and wrong:
        return _ask(world, attempt, list(wrong), list(wrong.values()))
    return linked or _join(world, attempt, opt_in_later)


def request_email(world: World, token: str) -> Dict[str, Optional[str]]:
    """Sends an email to the owner of the account of a pending link."""
    attempt = world.attempts.get(token)
    if attempt is None or attempt.link is None or not _is_pending(world, attempt.link):
        return {"error": "INVALID_TOKEN"}
    del world.attempts[token]
    world.send_email(attempt.link.customer, "SOCIAL_LINK", attempt.link)
    return {"social_authentication_token": _keep(world, attempt)}


def approve_by_email(world: World, value: str) -> AuthenticationResponse:
    """Approves a pending link with the token from its email, and logs in."""
    token = world.one_time_tokens.find(value, "SOCIAL_LINK")
    error = authentication_error(token)
    if token is None or error is not None:
        return AuthenticationResponse(error)
    link: SocialLink = token.subject
    if link not in world.links:
        return AuthenticationResponse("INVALID_TOKEN")
    token.state = "ALREADY_USED"
    world.approve(link)
    return log_in(world, link.customer)


def log_in(world: World, customer: Customer, new: bool = False) -> AuthenticationResponse:
    """Creates a session for an authenticated customer, unless the account is locked."""
    if customer.locked:
        return AuthenticationResponse("ACCOUNT_LOCKED")
    return AuthenticationResponse(None, world.open_session(customer), customer, new)


def _new_account(token: ProviderToken) -> Optional[ProviderAccount]:
    if not token.account.startswith("new-"):
        return None
    name = token.account.removeprefix("new-").capitalize() or "New Customer"
    return ProviderAccount(token.email or f"{token.account}@example.com", name)


def _log_in_by_link(world: World, attempt: SocialAttempt) -> Optional[SocialAuthenticationResponse]:
    link = world.approved_link(attempt.provider_code, attempt.account)
    if link is None:
        return None
    return SocialAuthenticationResponse(log_in(world, link.customer))


def _ask(
    world: World,
    attempt: SocialAttempt,
    fields: List[FormField],
    errors: Optional[List[FieldError]] = None,
) -> SocialAuthenticationResponse:
    return SocialAuthenticationResponse(
        AuthenticationResponse("INVALID_DATA", field_errors=errors),
        form=Form("Complete Your Profile", tuple(fields)),
        social_identity=_identity(attempt),
        social_login_token=_keep(world, attempt),
    )


def _join(world: World, attempt: SocialAttempt, opt_in_later: bool) -> SocialAuthenticationResponse:
    """Links the account to the customer with its email address, or creates a customer."""
    answers = attempt.answers
    email = attempt.email or answers["email"]
    customer = world.customer_with_email(email)
    if customer is not None and customer.locked:
        return _failed("ACCOUNT_LOCKED")
    if customer is not None:
        return _wait_for_approval(world, attempt, customer)
    full_name = attempt.full_name or answers.get("full_name")
    customer = world.add_customer(email, full_name, phone_number=answers.get("phone_number"))
    world.approve(world.add_link(attempt, customer))
    return SocialAuthenticationResponse(
        log_in(world, customer, new=True), opt_in_form={"show_form": opt_in_later}
    )


def _wait_for_approval(
    world: World, attempt: SocialAttempt, customer: Customer
) -> SocialAuthenticationResponse:
    attempt.link = world.add_link(attempt, customer)
    # The document's example of a pending link has no token.
    token = None if attempt.account == "pending-bare" else _keep(world, attempt)
    return SocialAuthenticationResponse(
        AuthenticationResponse("SOCIAL_LINK_PENDING"),
        social_identity=_identity(attempt),
        social_link_id=attempt.link.social_link_id,
        social_login_token=token,
    )


def _is_pending(world: World, link: SocialLink) -> bool:
    return link in world.links and link.status == "PENDING"


def _identity(attempt: SocialAttempt) -> Dict[str, Optional[str]]:
    return {"email": attempt.email, "full_name": attempt.full_name}


def _keep(world: World, attempt: SocialAttempt) -> str:
    token = world.mint("social-login")
    world.attempts[token] = attempt
    return token


def _failed(error: str) -> SocialAuthenticationResponse:
    return SocialAuthenticationResponse(AuthenticationResponse(error))
