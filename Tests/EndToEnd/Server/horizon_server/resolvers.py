"""How every field of the schema that holds no plain value is answered."""

from __future__ import annotations

from typing import Any, Dict, List, Optional

from ariadne import MutationType, ObjectType, QueryType
from graphql import GraphQLResolveInfo

from . import social_login
from .context import captchas
from .customers import Customer, SocialLink
from .forms import REGISTRATION_FORM, FieldError, Form, check_answer
from .one_time_tokens import authentication_error
from .social_login import AuthenticationResponse, SocialAuthenticationResponse, log_in

Info = GraphQLResolveInfo

query = QueryType()
mutation = MutationType()
customer_type = ObjectType("Customer")
social_link_type = ObjectType("SocialLink")
provider_type = ObjectType("SocialLoginProvider")
captcha_type = ObjectType("CaptchaConfiguration")
credit_type = ObjectType("CreditAccount")

BINDABLES = [
    query, mutation, customer_type, social_link_type, provider_type, captcha_type, credit_type
]

for _name in ("iconUrl", "loginUrl", "clientId"):
    provider_type.set_alias(_name, _name)
captcha_type.set_alias("siteKey", "siteKey")


@query.field("customer")
def resolve_customer(_: Any, info: Info) -> Customer:
    return info.context.customer


@query.field("features")
def resolve_features(_: Any, info: Info) -> List[str]:
    return list(info.schema.type_map["Feature"].values)


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
def resolve_approve_social_link(
    _: Any, info: Info, input: Optional[Dict[str, Any]] = None
) -> bool:
    link = _own_link(info, input)
    if link is None or link.status != "PENDING":
        return False
    info.context.world.approve(link)
    return True


@mutation.field("removeSocialLink")
def resolve_remove_social_link(
    _: Any, info: Info, input: Optional[Dict[str, Any]] = None
) -> bool:
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


@mutation.field("updateMarketingPreferences")
def resolve_update_marketing_preferences(
    _: Any, info: Info, input: Dict[str, Any]
) -> Dict[str, Optional[str]]:
    customer = info.context.customer
    if input["type"] == "SMS" and not customer.phone_number:
        return {"error": "INSUFFICIENT_DATA"}
    customer.marketing[input["type"]] = input["new_value"]
    return {"error": None}


@mutation.field("unsubscribeMarketing")
def resolve_unsubscribe_marketing(_: Any, info: Info, input: Dict[str, Any]) -> None:
    """Answers null for any token, so that nobody learns who receives emails."""


@mutation.field("updateLoyaltyOptIn")
def resolve_update_loyalty_opt_in(_: Any, info: Info, new_value: bool) -> Dict[str, Any]:
    info.context.customer.takes_part_in_loyalty = new_value
    return {"customer": info.context.customer}


@mutation.field("getAccountLinkingToken")
def resolve_get_account_linking_token(_: Any, info: Info) -> str:
    return _account_linking_token(info, "linking")


@mutation.field("getAccountExtensionToken")
def resolve_get_account_extension_token(
    _: Any, info: Info, input: Dict[str, Any]
) -> Optional[str]:
    if input["account_linking_token"] not in info.context.world.account_linking_tokens:
        return None
    return _account_linking_token(info, "extension")


@mutation.field("linkAccounts")
def resolve_link_accounts(_: Any, info: Info, input: Dict[str, Any]) -> bool:
    tokens = info.context.world.account_linking_tokens
    return input["account_linking_extension_token"] in tokens


@customer_type.field("socialLinks")
def resolve_social_links(
    customer: Customer, info: Info, status: Optional[str] = None
) -> List[SocialLink]:
    own = [link for link in info.context.world.links if link.customer is customer]
    return [link for link in own if status in (None, link.status)]


@customer_type.field("marketingPreferences")
def resolve_marketing_preferences(customer: Customer, info: Info, type: str) -> Optional[bool]:
    return customer.marketing.get(type)


@customer_type.field("orders")
def resolve_orders(
    customer: Customer,
    info: Info,
    offset: int,
    limit: int,
    filter: Optional[Dict[str, Any]] = None,
) -> Dict[str, Any]:
    wanted = filter or {}
    orders = [
        order
        for order in _orders(customer)
        if wanted.get("order_number") in (None, order["order_number"])
        and (wanted.get("status") == "OUTSTANDING") <= (order["status"] == "PROCESSING")
        and (wanted.get("status") in (None, "OUTSTANDING") or order["status"] == "DISPATCHED")
    ]
    start = max(offset, 0)
    page = orders[start : start + max(limit, 0)]
    return {"orders": page, "total": len(orders), "has_more": start + len(page) < len(orders)}


@customer_type.field("creditAccounts")
def resolve_credit_accounts(customer: Customer, info: Info) -> List[Dict[str, str]]:
    return [{"balance": "GBP8.85"}]


@credit_type.field("expiringIn")
def resolve_expiring_in(account: Dict[str, str], info: Info, days: int) -> str:
    return "GBP0.00"


@customer_type.field("loyaltyAccountDashboard")
def resolve_loyalty_account_dashboard(customer: Customer, info: Info) -> Dict[str, Any]:
    summary = {"opt_in": customer.takes_part_in_loyalty, "tier_order": 1, "total_points": 120}
    tiers = [{"name": "Bronze", "order": 1, "threshold": 0}]
    return {"summary": summary, "tiers": tiers}


@customer_type.field("referralCode")
def resolve_referral_code(customer: Customer, info: Info) -> str:
    return f"FRIEND{customer.id}"


@customer_type.field("referralLink")
def resolve_referral_link(customer: Customer, info: Info) -> str:
    return f"/referrals?code=FRIEND{customer.id}"


@customer_type.field("referralCount")
def resolve_referral_count(customer: Customer, info: Info) -> int:
    return 0


@social_link_type.field("socialLoginProvider")
def resolve_social_login_provider(link: SocialLink, info: Info) -> Optional[Dict[str, Any]]:
    providers = info.context.world.script.providers
    return next((one for one in providers if one["code"] == link.provider_code), None)


def _own_link(info: Info, input: Optional[Dict[str, Any]]) -> Optional[SocialLink]:
    if input is None:
        return None
    return info.context.world.link_with_id(input["social_link_id"], info.context.customer)


def _account_linking_token(info: Info, kind: str) -> str:
    token = info.context.world.mint(kind)
    info.context.world.account_linking_tokens.add(token)
    return token


def _orders(customer: Customer) -> List[Dict[str, Any]]:
    """Twelve orders, the latest of which is on its way to dispatch."""
    product = {"sku": "10530943", "title": "Impact Whey Protein", "quantity": 1, "tracking_urls": []}
    return [
        {
            "order_number": f"{customer.id}{number:03}",
            "created_at": 1_700_000_000_000 + number * 86_400_000,
            "status": "PROCESSING" if number == 12 else "DISPATCHED",
            "total_cost": "GBP8.85",
            "total_quantity": 1,
            "products": [product],
        }
        for number in range(12, 0, -1)
    ]
