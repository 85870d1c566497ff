"""The forms for missing information, and the server's own validation of the answers."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any, Dict, Optional, Tuple

from ariadne import convert_camel_case_to_snake

CONSENTS = (
    "I_CONSENT_TO_RECEIVING_MARKETING_MATERIAL",
    "I_DO_NOT_CONSENT_TO_RECEIVING_MARKETING_MATERIAL",
    "KEEP_EXISTING_MARKETING_PREFERENCES",
)

# The server's checks in addition to the fields' validators.
_OWN_RULES = {
    "email": re.compile(r"[^@\s]+@[^@\s]+"),
    "phoneNumber": re.compile(r"\+?[0-9][0-9 ()-]{5,19}"),
}


@dataclass(frozen=True)
class Validator:
    """A rule for the answer to a field."""

    name: str
    argument: Optional[str] = None


@dataclass(frozen=True)
class AnswerOption:
    """One option of a field."""

    option_key: str
    translation: Optional[str] = None


@dataclass(frozen=True)
class FormField:
    """One question of a form."""

    name: str
    label: str
    required: bool = False
    type: Optional[str] = None
    confirmable: bool = False
    disabled: bool = False
    default_value: Optional[str] = None
    answer_options: Optional[Tuple[AnswerOption, ...]] = None
    validators: Tuple[Validator, ...] = ()
    render_conditions: Tuple[Any, ...] = ()


@dataclass(frozen=True)
class Form:
    """A form for the customer."""

    title: str
    fields: Tuple[FormField, ...]
    identifier: str = "ACCOUNT_CREATION"
    type: str = "ACCOUNT_CREATION"


@dataclass(frozen=True)
class FieldError:
    """An error in the answer to one field."""

    field_name: str
    invalid_option: bool = False
    required_but_not_provided: bool = False
    validators: Tuple[str, ...] = ()


EMAIL = FormField("email", "Email Address", required=True)
FULL_NAME = FormField("fullName", "Full Name", required=True, type="TEXT")
FULL_FORM = (
    FormField("email", "Email Address", required=True, type="EMAIL", confirmable=True),
    FormField("fullName", "Full Name", type="TEXT", validators=(Validator("MAX_LENGTH", "40"),)),
    FormField(
        "phoneNumber",
        "Phone Number",
        required=True,
        type="PHONE_NUMBER",
        validators=(Validator("SERVER_SIDE_CHECK"),),
    ),
    FormField(
        "marketingConsent",
        "Would you like to hear from us?",
        required=True,
        type="MARKETING_CONSENT",
        answer_options=(
            AnswerOption(CONSENTS[0], "Yes, please"),
            AnswerOption(CONSENTS[1], "No, thank you"),
            AnswerOption(CONSENTS[2]),
        ),
    ),
    # The client's schema lacks this type.
    FormField(
        "referralCode",
        "Referral Code",
        type="STAR_SIGN",
        validators=(Validator("REGEX_MATCHES", "[A-Z0-9]{6}"),),
    ),
    FormField("locale", "Language", type="TEXT", disabled=True, default_value="en_GB"),
)
REGISTRATION_FORM = Form(
    "Create an Account",
    (
        FormField("email", "Email Address", required=True, type="EMAIL", confirmable=True),
        FormField(
            "password",
            "Password",
            required=True,
            type="PASSWORD",
            validators=(Validator("MIN_LENGTH", "8"),),
        ),
        FormField("fullName", "Full Name", type="TEXT"),
    ),
)


def check_answer(field: FormField, answers: Dict[str, Any]) -> Optional[FieldError]:
    """The error in the answer to a field, or None. A disabled field has no errors.

    The answers are under the fields' names in snake case, as resolvers get them.
    """
    answer = answers.get(convert_camel_case_to_snake(field.name))
    if field.disabled:
        return None
    if not answer or not answer.strip():
        return FieldError(field.name, required_but_not_provided=True) if field.required else None
    if field.type == "MARKETING_CONSENT":
        return _check_consent(field, answer, answers)
    broken = tuple(rule.name for rule in field.validators if not _holds(rule, answer))
    own_rule = _OWN_RULES.get(field.name)
    if own_rule is not None and not own_rule.fullmatch(answer):
        broken += ("SERVER_SIDE_CHECK",)
    return FieldError(field.name, validators=broken) if broken else None


def _check_consent(field: FormField, answer: str, answers: Dict[str, Any]) -> Optional[FieldError]:
    if answer not in CONSENTS:
        return FieldError(field.name, invalid_option=True)
    if not answers.get("marketing_consent_audit_data"):
        return FieldError("marketingConsentAuditData", required_but_not_provided=True)
    return None


def _holds(rule: Validator, answer: str) -> bool:
    if rule.name == "MAX_LENGTH":
        return len(answer) <= int(rule.argument or 0)
    if rule.name == "MIN_LENGTH":
        return len(answer) >= int(rule.argument or 0)
    if rule.name == "REGEX_MATCHES":
        return re.fullmatch(rule.argument or "", answer) is not None
    return True
