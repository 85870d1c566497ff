"""The resolvers of the queries, and of the mutations for logging in.

The schema describes the fields.
"""

from __future__ import annotations

from typing import Any, Dict, List, Optional, cast

from ariadne import MutationType, ObjectType, QueryType
from graphql import GraphQLEnumType, GraphQLResolveInfo

from . import social_login
from .context import captchas
from .customers import Customer, SocialLink
from .forms import REGISTRATION_FORM, FieldError, Form, check_answer
from .one_time_tokens import authentication_error
from .social_login import AuthenticationResponse, SocialAuthenticationResponse, log_in

Info = GraphQLResolveInfo

query = QueryType()
mutation = MutationType()
provider_type = ObjectType("SocialLoginProvider")
captcha_type = ObjectType("CaptchaConfiguration")

BINDABLES = [query, mutation, provider_type, captcha_type]

for _name in ("iconUrl", "loginUrl", "clientId"):
    provider_type.set_alias(_name, _name)
captcha_type.set_alias("siteKey", "siteKey")


@query.field("customer")
def resolve_customer(_: Any, info: Info) -> Customer:
    return info.context.customer


@query.field("features")
def resolve_features(_: Any, info: Info) -> List[str]:
    return list(cast(GraphQLEnumType, info.schema.type_map["Feature"]).values)


@query.field("form")
def resolve_form(_: Any, info: Info, input: Dict[str, Any]) -> Optional[Form]:
    return REGISTRATION_FORM if input["identifier"] == REGISTRATION_FORM.identifier else None


@query.field("passwordResetTokenValidity")
def resolve_password_reset_token_validity(_: Any, info: Info, token: str) -> str:
    found = info.context.world.one_time_tokens.find(token, "PASSWORD_RESET")
    return found.state if found else "INVALID"


@query.field("captchaConfiguration")
def resolve_captcha_configuration(_: Any, info: Info) -> List[Dict[str, str]]:
    return captchas()


@query.field("socialLoginProviders")
def resolve_social_login_providers(_: Any, info: Info) -> List[Dict[str, Any]]:
    return info.context.world.script.providers


@mutation.field("appSocialLogin")
def resolve_app_social_login(
    _: Any, info: Info, input: Dict[str, Any]
) -> SocialAuthenticationResponse:
    return social_login.begin(info.context.world, input)


@mutation.field("socialLogin")
def resolve_social_login(
    _: Any, info: Info, input: Optional[Dict[str, Any]] = None
) -> SocialAuthenticationResponse:
    if input is None:
        return SocialAuthenticationResponse(AuthenticationResponse("INVALID_TOKEN"))
    return social_login.resume(info.context.world, input)


@mutation.field("requestSocialLinkVerificationEmail")
def resolve_request_social_link_verification_email(
    _: Any, info: Info, input: Dict[str, Any]
) -> Dict[str, Optional[str]]:
    return social_login.request_email(info.context.world, input["social_authentication_token"])


@mutation.field("loginAndApproveSocialLink")
def resolve_login_and_approve_social_link(
    _: Any, info: Info, input: Dict[str, Any]
) -> AuthenticationResponse:
    return social_login.approve_by_email(info.context.world, input["verification_token"])


@mutation.field("approveSocialLink")
def resolve_approve_social_link(_: Any, info: Info, input: Optional[Dict[str, Any]] = None) -> bool:
    link = _own_link(info, input)
    if link is None or link.status != "PENDING":
        return False
    info.context.world.approve(link)
    return True


@mutation.field("removeSocialLink")
def resolve_remove_social_link(_: Any, info: Info, input: Optional[Dict[str, Any]] = None) -> bool:
    link = _own_link(info, input)
    if link is not None:
        info.context.world.links.remove(link)
    return link is not None


@mutation.field("login")
def resolve_login(_: Any, info: Info, input: Dict[str, Any]) -> AuthenticationResponse:
    customer = info.context.world.customer_with_email(input["username"])
    if customer is not None and customer.locked:
        return AuthenticationResponse("ACCOUNT_LOCKED")
    if customer is None or customer.password != input["password"]:
        return AuthenticationResponse("FAILED_LOGIN")
    return log_in(info.context.world, customer, new=False)


@mutation.field("register")
def resolve_register(_: Any, info: Info, input: Dict[str, Any]) -> AuthenticationResponse:
    world = info.context.world
    errors: Dict[str, Optional[FieldError]] = {
        field.name: check_answer(field, input) for field in REGISTRATION_FORM.fields
    }
    wrong = [error for name, error in errors.items() if error is not None and name != "password"]
    customer = world.customer_with_email(input["email"])
    if wrong:
        return AuthenticationResponse("INVALID_DATA", field_errors=wrong)
    if errors["password"] is not None:
        return AuthenticationResponse("INVALID_PASSWORD")
    if customer is not None and customer.password is None:
        world.send_email(customer, "PASSWORD_RESET", customer)
        return AuthenticationResponse("EMAIL_VERIFICATION_SENT")
    if customer is not None:
        return AuthenticationResponse("ACCOUNT_EXISTS")
    details = {"password": input["password"], "phone_number": input.get("phone_number")}
    customer = world.add_customer(input["email"], input.get("full_name"), **details)
    return log_in(world, customer, new=True)


@mutation.field("logout")
def resolve_logout(_: Any, info: Info) -> None:
    info.context.world.sessions.pop(info.context.session)


@mutation.field("forgottenPassword")
@mutation.field("requestSetPasswordEmail")
def resolve_forgotten_password(
    _: Any, info: Info, input: Dict[str, Any]
) -> Dict[str, Optional[str]]:
    customer = info.context.world.customer_with_email(input["username"])
    if customer is None:
        return {"error": "USER_NOT_FOUND"}
    info.context.world.send_email(customer, "PASSWORD_RESET", customer)
    return {"error": None}


@mutation.field("resetPassword")
def resolve_reset_password(_: Any, info: Info, input: Dict[str, Any]) -> AuthenticationResponse:
    world = info.context.world
    token = world.one_time_tokens.find(input["token"], "PASSWORD_RESET")
    error = authentication_error(token)
    if error is not None:
        return AuthenticationResponse(error)
    customer: Customer = token.subject
    if world.customer_with_email(input["username"]) is not customer:
        return AuthenticationResponse("INVALID_TOKEN")
    if len(input["new_password"]) < 8:
        return AuthenticationResponse("INVALID_PASSWORD")
    token.state = "ALREADY_USED"
    customer.password = input["new_password"]
    customer.locked = False
    return log_in(world, customer)


def _own_link(info: Info, input: Optional[Dict[str, Any]]) -> Optional[SocialLink]:
    if input is None:
        return None
    return info.context.world.link_with_id(input["social_link_id"], info.context.customer)
