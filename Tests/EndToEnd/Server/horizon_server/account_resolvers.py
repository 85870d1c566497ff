"""The resolvers of a customer's fields, and of the mutations that do not log in.

The schema describes the fields.
"""

from __future__ import annotations

from typing import Any, Dict, List, Optional

from ariadne import MutationType, ObjectType
from graphql import GraphQLResolveInfo

from .customers import Customer, SocialLink

Info = GraphQLResolveInfo

mutation = MutationType()
customer_type = ObjectType("Customer")
social_link_type = ObjectType("SocialLink")
credit_type = ObjectType("CreditAccount")

BINDABLES = [mutation, customer_type, social_link_type, credit_type]


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
    """Returns null for any token, so that it does not reveal who receives emails."""


@mutation.field("updateLoyaltyOptIn")
def resolve_update_loyalty_opt_in(_: Any, info: Info, new_value: bool) -> Dict[str, Any]:
    info.context.customer.takes_part_in_loyalty = new_value
    return {"customer": info.context.customer}


@mutation.field("getAccountLinkingToken")
def resolve_get_account_linking_token(_: Any, info: Info) -> str:
    return _account_linking_token(info, "linking")


@mutation.field("getAccountExtensionToken")
def resolve_get_account_extension_token(_: Any, info: Info, input: Dict[str, Any]) -> Optional[str]:
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
    orders = [order for order in _orders(customer) if _matches(order, filter or {})]
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


def _account_linking_token(info: Info, kind: str) -> str:
    token = info.context.world.mint(kind)
    info.context.world.account_linking_tokens.add(token)
    return token


def _matches(order: Dict[str, Any], wanted: Dict[str, Any]) -> bool:
    outstanding = order["status"] == "PROCESSING"
    statuses = (None, "OUTSTANDING") if outstanding else (None, "COMPLETED", "DISPATCHED")
    is_number_wanted = wanted.get("order_number") in (None, order["order_number"])
    return is_number_wanted and wanted.get("status") in statuses


def _orders(customer: Customer) -> List[Dict[str, Any]]:
    """Twelve orders. The latest one is not dispatched yet."""
    product = {
        "sku": "10530943",
        "title": "Impact Whey Protein",
        "quantity": 1,
        "tracking_urls": [],
    }
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
