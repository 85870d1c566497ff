"""Tests of Auth0's server, with a running Glewlwyd."""

from __future__ import annotations

import harness  # noqa: F401, I001
import base64
import sys
import time
import unittest
from functools import lru_cache
from typing import Any, ClassVar, Dict, Optional, Tuple
from urllib.parse import urlencode

import device
import httpx
from browser import Browser, query_of
from joserfc import jws
from joserfc.jwk import KeySet

from auth0_server import passkeys, reserved, second_factor
from support import glewlwyd
from support.glewlwyd_setup import APP_CLIENT, APP_REDIRECT_URIS
from support.refused import Refused
from support.secret_values import json_or_none

REDIRECT_URI = APP_REDIRECT_URIS[0]
SCOPE = "openid profile email offline_access"
WRONG_VERIFIER = harness.VERIFIER[:-1] + "l"


@lru_cache(maxsize=None)
def _server(options: Tuple[str, ...]) -> harness.Process:
    """The server with the options, which all tests of this file share."""
    server = harness.Process("auth0_server", *options)
    unittest.addModuleCleanup(server.discard)
    return server


@harness.needs_glewlwyd
class Auth0TestCase(unittest.TestCase):
    options: ClassVar[Tuple[str, ...]] = ()
    server: ClassVar[harness.Process]

    @classmethod
    def setUpClass(cls) -> None:
        cls.server = _server(cls.options)

    def setUp(self) -> None:
        self.http = httpx.Client(base_url=self.server.origin, timeout=20)
        self.addCleanup(self.http.close)

    def authorize(self, browser: Optional[Browser] = None, **more: Optional[str]) -> Dict[str, str]:
        """The parameters of the browser's redirect."""
        browser = browser or Browser()
        query = {
            "response_type": "code",
            "client_id": APP_CLIENT,
            "redirect_uri": REDIRECT_URI,
            "scope": SCOPE,
            "state": "state-1",
            "nonce": "nonce-1",
            "code_challenge": harness.CHALLENGE,
            "code_challenge_method": "S256",
            **more,
        }
        present = {name: value for name, value in query.items() if value is not None}
        back = browser.open(f"{self.server.origin}/authorize?{urlencode(present)}")
        self.assertTrue(back.startswith(f"{REDIRECT_URI}?"), back)
        return query_of(back)

    def exchange(self, code: str, headers: Any = None, **more: Any) -> httpx.Response:
        return self.token(
            {
                "grant_type": "authorization_code",
                "code": code,
                "code_verifier": harness.VERIFIER,
                "redirect_uri": REDIRECT_URI,
                **more,
            },
            headers,
        )

    def refresh(self, token: str, headers: Any = None) -> httpx.Response:
        return self.token({"grant_type": "refresh_token", "refresh_token": token}, headers)

    def token(self, body: Dict[str, Any], headers: Any = None) -> httpx.Response:
        present = {
            name: value
            for name, value in {"client_id": APP_CLIENT, **body}.items()
            if value is not None
        }
        return self.http.post("/oauth/token", json=present, headers=headers)

    def log_in(self, **more: Optional[str]) -> Dict[str, Any]:
        response = self.exchange(self.authorize(**more)["code"])
        self.assertEqual(response.status_code, 200, response.text)
        return dict(response.json())

    def user_info(self, authorization: str, **headers: str) -> httpx.Response:
        return self.http.get("/userinfo", headers={"Authorization": authorization, **headers})

    def assert_error(self, response: httpx.Response, status: int, error: str) -> None:
        body = response.json()
        self.assertEqual((response.status_code, body["error"]), (status, error), body)
        self.assertEqual(set(body), {"error", "error_description"})


class LoginTests(Auth0TestCase):
    def test_redirect_has_code_state_and_issuer(self) -> None:
        back = self.authorize()
        self.assertEqual(set(back), {"code", "state", "iss"})
        self.assertEqual(back["state"], "state-1")
        self.assertEqual(back["iss"], f"{self.server.origin}/")

    def test_redirect_reports_errors(self) -> None:
        back = self.authorize(prompt="none")
        self.assertEqual((back["error"], back["state"]), ("interaction_required", "state-1"))
        back = self.authorize(code_challenge=None)
        self.assertEqual(back["error"], "invalid_request")

    def test_code_is_exchanged_for_tokens(self) -> None:
        tokens = self.log_in()
        names = {"access_token", "id_token", "refresh_token", "token_type", "expires_in", "scope"}
        self.assertEqual(set(tokens), names)
        self.assertEqual((tokens["token_type"], tokens["expires_in"]), ("Bearer", 3600))
        self.assertEqual(tokens["scope"], SCOPE)

    def test_id_token_is_for_the_app_and_from_this_issuer(self) -> None:
        keys = KeySet.import_key_set(self.http.get("/.well-known/jwks.json").json())
        token = jws.deserialize_compact(self.log_in()["id_token"], keys, ["RS256"])
        claims = json_or_none(token.payload)
        self.assertEqual(claims["iss"], f"{self.server.origin}/")
        self.assertEqual((claims["aud"], claims["nonce"]), (APP_CLIENT, "nonce-1"))
        self.assertEqual((claims["email"], claims["email_verified"]), ("alice@example.com", True))
        self.assertGreater(claims["exp"], time.time())

    def test_forms_are_accepted_too(self) -> None:
        form = {
            "grant_type": "authorization_code",
            "client_id": APP_CLIENT,
            "code": self.authorize()["code"],
            "code_verifier": harness.VERIFIER,
            "redirect_uri": REDIRECT_URI,
        }
        response = self.http.post("/oauth/token", data=form)
        self.assertEqual(response.status_code, 200, response.text)

    def sign_in_with_apple(self, code: str, **more: Any) -> httpx.Response:
        return self.token(
            {
                "grant_type": "urn:ietf:params:oauth:grant-type:token-exchange",
                "subject_token": code,
                "subject_token_type": "http://auth0.com/oauth/token-type/apple-authz-code",
                "scope": "openid profile",
                **more,
            }
        )

    def apple_code(self, user: str, nonce: Optional[str] = None) -> str:
        order = {"user": user, "email": "ada@example.com", "nonce": nonce}
        return str(self.http.post("/__test__/apple-codes", json=order).json()["code"])

    def test_code_of_apples_sign_in_is_exchanged_once(self) -> None:
        code = self.apple_code("once")
        profile = '{"name": {"firstName": "Ada", "lastName": "Lovelace"}}'
        response = self.sign_in_with_apple(code, user_profile=profile)
        self.assertEqual(response.status_code, 200, response.text)
        keys = KeySet.import_key_set(self.http.get("/.well-known/jwks.json").json())
        token = jws.deserialize_compact(response.json()["id_token"], keys, ["ES256"])
        claims = json_or_none(token.payload)
        self.assertEqual((claims["sub"], claims["name"]), ("apple|once", "Ada Lovelace"))
        self.assertNotIn("nonce", claims)
        self.assert_error(self.sign_in_with_apple(code), 400, "invalid_grant")

    def test_other_exchanges_are_refused(self) -> None:
        self.assert_error(
            self.sign_in_with_apple(self.apple_code("bound", "n-123456")), 400, "invalid_grant"
        )
        self.assert_error(self.sign_in_with_apple("eyJhbGciOiJSUzI1NiJ9.e30.c2ln"), 400, "invalid_grant")
        id_token = "urn:ietf:params:oauth:token-type:id_token"
        self.assert_error(
            self.sign_in_with_apple(self.apple_code("type"), subject_token_type=id_token),
            400,
            "invalid_request",
        )
        for profile in ("{", "[]", '{"name": 1}'):
            with self.subTest(profile):
                self.assert_error(
                    self.sign_in_with_apple(self.apple_code("name"), user_profile=profile),
                    400,
                    "invalid_request",
                )

    def test_unknown_scopes_are_ignored(self) -> None:
        tokens = self.log_in(scope="openid read:messages")
        self.assertEqual(tokens["scope"], "openid")
        self.assertNotIn("refresh_token", tokens)

    def test_code_is_exchanged_once_and_only_with_its_verifier(self) -> None:
        code = self.authorize()["code"]
        wrong = self.exchange(code, code_verifier=WRONG_VERIFIER)
        self.assert_error(wrong, 403, "invalid_grant")
        elsewhere = self.exchange(code, redirect_uri=APP_REDIRECT_URIS[1])
        self.assert_error(elsewhere, 403, "invalid_grant")
        self.assertEqual(self.exchange(code).status_code, 200)
        self.assert_error(self.exchange(code), 403, "invalid_grant")
        self.assert_error(self.exchange("unknown-code"), 403, "invalid_grant")

    def test_invalid_token_requests_are_rejected(self) -> None:
        for body, status, error in (
            ({}, 400, "invalid_request"),
            ({"grant_type": "password"}, 400, "unsupported_grant_type"),
            ({"grant_type": "refresh_token"}, 400, "invalid_request"),
            ({"grant_type": "authorization_code", "code": "a"}, 400, "invalid_request"),
            (
                {"grant_type": "refresh_token", "refresh_token": "a", "client_id": "other"},
                401,
                "invalid_client",
            ),
            ({"grant_type": ["refresh_token"]}, 400, "invalid_request"),
        ):
            with self.subTest(body):
                self.assert_error(self.token(body), status, error)
        for kind, content in (("application/json", b"{"), ("application/json", b"[]")):
            headers = {"Content-Type": kind}
            response = self.http.post("/oauth/token", content=content, headers=headers)
            self.assert_error(response, 400, "invalid_request")
        doubled = {"Content-Type": "application/x-www-form-urlencoded"}
        response = self.http.post("/oauth/token", content=b"code=a&code=b", headers=doubled)
        self.assert_error(response, 400, "invalid_request")
        headers = {"Content-Type": "text/plain"}
        response = self.http.post("/oauth/token", content=b"a", headers=headers)
        self.assert_error(response, 415, "invalid_request")


class TokenTests(Auth0TestCase):
    def test_refresh_tokens_change_with_each_use(self) -> None:
        first = self.log_in()
        response = self.refresh(first["refresh_token"])
        self.assertEqual(response.status_code, 200, response.text)
        second = response.json()
        self.assertNotEqual(second["refresh_token"], first["refresh_token"])
        self.assertEqual(second["token_type"], "Bearer")
        self.assertEqual(self.user_info(f"Bearer {second['access_token']}").status_code, 200)

    def test_refresh_with_fewer_scopes_keeps_all_scopes(self) -> None:
        body = {
            "grant_type": "refresh_token",
            "refresh_token": self.log_in()["refresh_token"],
            "scope": "openid email",
            "audience": "https://example.com/api",
        }
        response = self.token(body)
        self.assertEqual(response.status_code, 200, response.text)
        self.assertEqual(response.json()["scope"], SCOPE)
        self.assertNotIn("id_token", response.json())
        self.assertEqual(self.refresh(response.json()["refresh_token"]).status_code, 200)

    def test_reused_refresh_token_ends_the_session(self) -> None:
        first = self.log_in()["refresh_token"]
        second = self.refresh(first).json()["refresh_token"]
        self.assert_error(self.refresh(first), 403, "invalid_grant")
        self.assert_error(self.refresh(second), 403, "invalid_grant")

    def test_revoked_token_is_invalid(self) -> None:
        tokens = self.log_in()
        body = {"client_id": APP_CLIENT, "token": tokens["refresh_token"]}
        for options in ({"json": body}, {"data": body}):
            response = self.http.post("/oauth/revoke", **options)  # type: ignore[arg-type]
            self.assertEqual((response.status_code, response.content), (200, b""))
        self.assert_error(self.refresh(tokens["refresh_token"]), 403, "invalid_grant")

    def test_revocation_errors(self) -> None:
        unknown = self.http.post("/oauth/revoke", json={"client_id": APP_CLIENT, "token": "none"})
        self.assertEqual(unknown.status_code, 200)
        response = self.http.post("/oauth/revoke", json={"client_id": APP_CLIENT})
        self.assert_error(response, 400, "invalid_request")
        response = self.http.post("/oauth/revoke", json={"client_id": "other", "token": "none"})
        self.assert_error(response, 401, "invalid_client")

    def test_user_info_has_the_users_claims(self) -> None:
        response = self.user_info(f"Bearer {self.log_in()['access_token']}")
        self.assertEqual(response.status_code, 200)
        claims = response.json()
        self.assertEqual(set(claims), {"sub", "name", "picture", "email", "email_verified"})
        self.assertEqual((claims["name"], claims["email_verified"]), ("Alice", True))
        bob = self.exchange(self.authorize(Browser(user="bob"))["code"]).json()
        claims = self.user_info(f"Bearer {bob['access_token']}").json()
        self.assertEqual((claims["name"], claims["email_verified"]), ("Bob", False))

    def test_invalid_access_tokens_are_rejected(self) -> None:
        for authorization in ("Bearer unknown", "Bearer", "Basic YTpi", "DPoP unknown"):
            response = self.user_info(authorization)
            self.assert_error(response, 401, "invalid_token")
            self.assertIn("www-authenticate", response.headers)

    def test_metadata_has_the_servers_endpoints(self) -> None:
        found = self.http.get("/.well-known/openid-configuration").json()
        self.assertEqual(found["issuer"], f"{self.server.origin}/")
        for name, path in (
            ("authorization_endpoint", "/authorize"),
            ("token_endpoint", "/oauth/token"),
            ("userinfo_endpoint", "/userinfo"),
            ("revocation_endpoint", "/oauth/revoke"),
            ("end_session_endpoint", "/v2/logout"),
            ("jwks_uri", "/.well-known/jwks.json"),
        ):
            self.assertEqual(found[name], self.server.origin + path)
        self.assertEqual(found["code_challenge_methods_supported"], ["S256"])
        self.assertIs(found["authorization_response_iss_parameter_supported"], True)
        keys = self.http.get("/.well-known/jwks.json").json()["keys"]
        self.assertEqual([key["kty"] for key in keys], ["RSA", "EC", "EC"])
        self.assertFalse(any("d" in key for key in keys))

    def test_logout_ends_the_browsers_session(self) -> None:
        browser = Browser()
        tokens = self.exchange(self.authorize(browser)["code"]).json()
        silently: Dict[str, Optional[str]] = {
            "prompt": "none",
            "id_token_hint": tokens["id_token"],
        }
        self.assertIn("code", self.authorize(browser, **silently))
        url = f"{self.server.origin}/v2/logout?client_id={APP_CLIENT}"
        back = browser.open(f"{url}&{urlencode({'returnTo': REDIRECT_URI})}")
        self.assertEqual(back, REDIRECT_URI)
        self.assertIn("error", self.authorize(browser, **silently))
        self.assertEqual(httpx.get(url).status_code, 200)
        response = httpx.get(url, params={"returnTo": "https://example.com/evil"})
        self.assert_error(response, 400, "invalid_request")


class ConnectionTests(Auth0TestCase):
    def test_connection_leads_directly_to_its_provider(self) -> None:
        back = self.authorize(connection="github", login_hint="ada@example.com")
        self.assertEqual(back["iss"], f"{self.server.origin}/")
        tokens = self.exchange(back["code"]).json()
        keys = KeySet.import_key_set(self.http.get("/.well-known/jwks.json").json())
        token = jws.deserialize_compact(tokens["id_token"], keys, ["ES256"])
        claims = json_or_none(token.payload)
        self.assertEqual(claims["sub"], "github|ada@example.com")
        self.assertEqual((claims["aud"], claims["nonce"]), (APP_CLIENT, "nonce-1"))
        self.assertNotIn("refresh_token", tokens)
        user = self.user_info(f"Bearer {tokens['access_token']}").json()
        self.assertEqual(user["picture"], "https://avatars.example.com/ada")
        self.assert_error(self.exchange(back["code"]), 403, "invalid_grant")

    def test_declining_user_is_redirected(self) -> None:
        back = self.authorize(connection="github", login_hint="denied@example.com")
        self.assertEqual((back["error"], back["state"]), ("access_denied", "state-1"))

    def test_codes_of_connections_need_their_verifier(self) -> None:
        code = self.authorize(connection="github")["code"]
        wrong = self.exchange(code, code_verifier=WRONG_VERIFIER)
        self.assert_error(wrong, 403, "invalid_grant")

    def test_invalid_requests_with_a_connection_are_rejected(self) -> None:
        good = {
            "connection": "github",
            "client_id": APP_CLIENT,
            "redirect_uri": REDIRECT_URI,
            "response_type": "code",
            "code_challenge": harness.CHALLENGE,
            "code_challenge_method": "S256",
        }
        self.assertEqual(self.http.get("/authorize", params=good).status_code, 302)
        for name, value, status in (
            ("connection", "myspace", 400),
            ("client_id", "other", 403),
            ("redirect_uri", "com.example.thief:/callback", 403),
            ("response_type", "token", 400),
            ("code_challenge_method", "plain", 400),
            ("code_challenge", "", 400),
        ):
            with self.subTest(name):
                response = self.http.get("/authorize", params={**good, name: value})
                self.assert_error(response, status, "invalid_request")
        response = self.http.get("/login/callback", params={"state": "unknown", "code": "a"})
        self.assert_error(response, 400, "invalid_request")


class ResourceTests(Auth0TestCase):
    def test_api_verifies_access_tokens_itself(self) -> None:
        tokens = self.log_in()
        headers = {"Authorization": f"Bearer {tokens['access_token']}"}
        response = self.http.get("/api/userinfo", headers=headers)
        self.assertEqual((response.status_code, set(response.json())), (200, {"sub"}))
        headers["Authorization"] += "x"
        response = self.http.get("/api/userinfo", headers=headers)
        self.assert_error(response, 401, "invalid_token")


class ReservedTests(Auth0TestCase):
    def test_second_factor_is_required(self) -> None:
        response = self.exchange("mfa_required-1")
        body = response.json()
        self.assertEqual((response.status_code, body["error"]), (403, "mfa_required"))
        self.assertTrue(body["mfa_token"].startswith("mfa-"))
        self.assertEqual(body["mfa_requirements"]["challenge"][0], {"type": "otp"})
        self.assertIn(body["mfa_token"], self.server.ledger.read_text().splitlines())

    def test_too_many_attempts_are_limited(self) -> None:
        response = self.refresh("too_many_attempts-1")
        self.assert_error(response, 429, "too_many_attempts")
        self.assertEqual(response.headers["retry-after"], "1")

    def test_errors_have_the_older_form(self) -> None:
        for word, status, text in (
            ("unauthorized", 401, "description"),
            ("password_leaked", 400, "message"),
        ):
            response = self.token({"grant_type": "refresh_token", "client_id": f"{word}-1"})
            body = response.json()
            self.assertEqual((response.status_code, body["statusCode"]), (status, status))
            self.assertEqual(set(body), {"code", text, "name", "statusCode"})
            self.assertEqual(body["code"], word)

    def test_blocked_users_and_server_errors(self) -> None:
        self.assert_error(self.exchange("blocked_user-1"), 403, "blocked_user")
        body = {"client_id": "a", "token": "server_error-1"}
        response = self.http.post("/oauth/revoke", json=body)
        self.assertEqual((response.status_code, response.text[:1]), (500, "<"))

    def test_words_without_a_hyphen_are_not_reserved(self) -> None:
        reserved.refuse_reserved(["mfa_required", "", "other-1"])
        with self.assertRaises(Refused):
            reserved.refuse_reserved(["", "mfa_required-1"])


class PasswordlessTests(Auth0TestCase):
    def start(self, **members: Any) -> httpx.Response:
        body = {"client_id": APP_CLIENT, "send": "code", **members}
        return self.http.post("/passwordless/start", json=body)

    def code(self, recipient: str) -> str:
        response = self.http.post("/__test__/messages", json={"to": recipient})
        return str(response.json()["code"])

    def log_in_with(self, realm: str, recipient: str, code: str) -> httpx.Response:
        return self.token(
            {
                "grant_type": "http://auth0.com/oauth/grant-type/passwordless/otp",
                "realm": realm,
                "username": recipient,
                "otp": code,
                "scope": "openid email",
            }
        )

    def test_code_logs_in_once(self) -> None:
        for realm, name, recipient in (
            ("email", "email", "once@example.com"),
            ("sms", "phone_number", "+442071838750"),
        ):
            with self.subTest(realm):
                response = self.start(connection=realm, **{name: recipient})
                self.assertEqual(response.status_code, 200, response.text)
                verified = {"email": "email_verified", "sms": "phone_verified"}[realm]
                self.assertEqual(set(response.json()), {"_id", name, verified})
                code = self.code(recipient)
                tokens = self.log_in_with(realm, recipient, code)
                self.assertEqual(tokens.status_code, 200, tokens.text)
                self.assertTrue(tokens.json()["id_token"])
                again = self.log_in_with(realm, recipient, code)
                self.assert_error(again, 403, "invalid_grant")

    def test_code_has_three_attempts(self) -> None:
        recipient = "three@example.com"
        self.start(connection="email", email=recipient)
        code = self.code(recipient)
        for _ in range(3):
            self.assert_error(self.log_in_with("email", recipient, "none"), 403, "invalid_grant")
        self.assert_error(self.log_in_with("email", recipient, code), 403, "invalid_grant")
        self.start(connection="email", email=recipient)
        self.assertEqual(self.log_in_with("email", recipient, self.code(recipient)).status_code, 200)

    def test_other_recipients_get_no_tokens(self) -> None:
        self.start(connection="email", email="own@example.com")
        code = self.code("own@example.com")
        for realm, recipient in (("email", "else@example.com"), ("sms", "own@example.com")):
            self.assert_error(self.log_in_with(realm, recipient, code), 403, "invalid_grant")

    def test_invalid_starts_are_refused(self) -> None:
        for members, error in (
            ({"connection": "email"}, "bad.email"),
            ({"connection": "sms"}, "bad.phone_number"),
            ({"connection": "sms", "phone_number": "020"}, "bad.phone_number"),
            ({"connection": "fax"}, "bad.connection"),
            ({"connection": "email", "email": "a@example.com", "more": "1"}, "bad.request"),
            ({"connection": "email", "email": "a@example.com", "client_id": ""}, "bad.client_id"),
        ):
            with self.subTest(members):
                self.assert_error(self.start(**members), 400, error)


@unittest.skipIf(sys.version_info < (3, 10), "webauthn requires Python 3.10.")
class PasskeyTests(Auth0TestCase):
    def begin(self, step: str, **more: Any) -> Any:
        return self.http.post(f"/passkey/{step}", json={"client_id": APP_CLIENT, **more})

    def register(self, address: str) -> Any:
        begun = self.begin("register", user_profile={"email": address})
        self.assertEqual(begun.status_code, 200, begun.text)
        return begun.json()

    def finish(self, begun: Any, answer: Any) -> httpx.Response:
        return self.token(
            {
                "grant_type": passkeys.GRANT_TYPE,
                "auth_session": begun["auth_session"],
                "authn_response": answer,
                "scope": "openid",
            }
        )

    def subject(self, response: httpx.Response) -> str:
        self.assertEqual(response.status_code, 200, response.text)
        keys = KeySet.import_key_set(self.http.get("/.well-known/jwks.json").json())
        token = jws.deserialize_compact(response.json()["id_token"], keys, ["ES256"])
        return str(json_or_none(token.payload)["sub"])

    def test_passkey_registers_and_logs_in(self) -> None:
        begun = self.register("key@example.com")
        options = begun["authn_params_public_key"]
        self.assertEqual([one["alg"] for one in options["pubKeyCredParams"]], [-8, -7, -257])
        new = device.create(self.http, options)
        user = self.subject(self.finish(begun, new))
        asked = self.begin("challenge").json()
        answer = device.sign(self.http, asked["authn_params_public_key"], new["id"])
        other = self.begin("challenge").json()
        self.assert_error(self.finish(other, answer), 403, "invalid_grant")
        self.assertEqual(self.subject(self.finish(asked, answer)), user)
        self.assert_error(self.finish(asked, answer), 403, "invalid_grant")
        again = self.begin("register", user_profile={"email": "key@example.com"})
        self.assert_error(again, 400, "invalid_request")

    def test_other_requests_are_refused(self) -> None:
        for step, body in (
            ("challenge", {"email": "key@example.com"}),
            ("register", {}),
            ("register", {"user_profile": {"name": "Ada"}}),
            ("register", {"user_profile": {"email": "a@example.com", "age": "36"}}),
        ):
            with self.subTest(body):
                self.assert_error(self.begin(step, **body), 400, "invalid_request")
        begun = self.register("text@example.com")
        self.assert_error(self.finish(begun, "{}"), 400, "invalid_request")
        self.assert_error(self.finish(begun, {}), 400, "invalid_request")
        self.assert_error(self.finish(begun, {"id": "AQ"}), 403, "invalid_grant")


class SecondFactorTests(Auth0TestCase):
    def setUp(self) -> None:
        super().setUp()
        self.user = f"{self.id()}@example.com"
        self.control("second-factors", user=self.user)

    def control(self, path: str, **order: str) -> Dict[str, Any]:
        response = self.http.post(f"/__test__/{path}", json=order)
        self.assertEqual(response.status_code, 200, response.text)
        return dict(response.json())

    def first_factor(self) -> Dict[str, Any]:
        """Logs in with a code, and returns the error that requires a second factor."""
        body = {"client_id": APP_CLIENT, "connection": "email", "email": self.user, "send": "code"}
        self.http.post("/passwordless/start", json=body)
        response = self.token(
            {
                "grant_type": "http://auth0.com/oauth/grant-type/passwordless/otp",
                "realm": "email",
                "username": self.user,
                "otp": self.control("messages", to=self.user)["code"],
                "scope": "openid",
            }
        )
        body = dict(response.json())
        self.assertEqual((response.status_code, body["error"]), (403, "mfa_required"), body)
        return body

    def associate(self, token: str, **members: Any) -> httpx.Response:
        headers = {"Authorization": f"Bearer {token}"}
        body = {"client_id": APP_CLIENT, **members}
        return self.http.post("/mfa/associate", json=body, headers=headers)

    def challenge(self, token: str, kind: str) -> httpx.Response:
        found = next(one for one in self.authenticators(token) if one["id"].startswith(f"{kind}|"))
        return self.http.post(
            "/mfa/challenge",
            json={
                "client_id": APP_CLIENT,
                "mfa_token": token,
                "challenge_type": "oob",
                "authenticator_id": found["id"],
            },
        )

    def authenticators(self, token: str) -> Any:
        headers = {"Authorization": f"Bearer {token}"}
        response = self.http.get("/mfa/authenticators", headers=headers)
        self.assertEqual(response.status_code, 200, response.text)
        return response.json()

    def prove(self, kind: str, token: str, **members: str) -> httpx.Response:
        grant = f"http://auth0.com/oauth/grant-type/mfa-{kind}"
        return self.token({"grant_type": grant, "mfa_token": token, **members})

    def enroll(self, **members: Any) -> Tuple[str, Dict[str, Any]]:
        required = self.first_factor()
        self.assertIn({"type": "otp"}, required["mfa_requirements"]["enroll"])
        response = self.associate(required["mfa_token"], **members)
        self.assertEqual(response.status_code, 200, response.text)
        return required["mfa_token"], dict(response.json())

    def enroll_app(self) -> Dict[str, Any]:
        token, added = self.enroll(authenticator_types=["otp"])
        code = self.control("authenticator-apps", secret=added["secret"])["code"]
        self.assert_error(self.prove("otp", token, otp="none"), 403, "invalid_grant")
        self.assertEqual(self.prove("otp", token, otp=code).status_code, 200)
        return added

    def test_app_with_codes_is_set_up_and_proves_logins(self) -> None:
        added = self.enroll_app()
        self.assertEqual(
            set(added), {"authenticator_type", "secret", "barcode_uri", "recovery_codes"}
        )
        required = self.first_factor()
        self.assertEqual(required["mfa_requirements"], {"challenge": [{"type": "otp"}]})
        token = required["mfa_token"]
        kinds = [one["authenticator_type"] for one in self.authenticators(token)]
        self.assertEqual(kinds, ["otp", "recovery-code"])
        refused = self.associate(token, authenticator_types=["otp"])
        self.assert_error(refused, 403, "access_denied")
        code = self.control("authenticator-apps", secret=added["secret"])["code"]
        tokens = self.prove("otp", token, otp=code)
        self.assertEqual(tokens.status_code, 200, tokens.text)
        self.assertTrue(tokens.json()["id_token"])
        # The login is over, and the code is used up.
        self.assert_error(self.prove("otp", token, otp=code), 401, "invalid_grant")
        again = self.first_factor()["mfa_token"]
        self.assert_error(self.prove("otp", again, otp=code), 403, "invalid_grant")

    def test_codes_are_those_of_the_specification(self) -> None:
        # RFC 6238, appendix B, with six digits.
        secret = base64.b32encode(b"12345678901234567890").decode()
        for seconds, code in ((59, "287082"), (1111111109, "081804"), (20000000000, "353130")):
            self.assertEqual(second_factor._totp(secret, seconds // 30), code)

    def test_message_has_the_binding_code(self) -> None:
        for channel, name, recipient in (
            ("sms", "phone_number", "+442071838751"),
            ("voice", "phone_number", "+442071838752"),
            ("email", "email", "other@example.com"),
        ):
            with self.subTest(channel):
                self.user = f"{channel}-message@example.com"
                self.control("second-factors", user=self.user)
                members = {"oob_channels": [channel], name: recipient}
                token, added = self.enroll(authenticator_types=["oob"], **members)
                self.assertEqual(added["binding_method"], "prompt")
                wrong = self.prove("oob", token, oob_code=added["oob_code"], binding_code="none")
                self.assert_error(wrong, 403, "invalid_grant")
                code = self.control("messages", to=recipient)["code"]
                right = {"oob_code": added["oob_code"], "binding_code": code}
                self.assertEqual(self.prove("oob", token, **right).status_code, 200)
                later = self.first_factor()["mfa_token"]
                sent = self.challenge(later, channel).json()
                self.assertEqual(set(sent), {"challenge_type", "oob_code", "binding_method"})
                # Another message has another code.
                self.assert_error(self.prove("oob", later, **right), 403, "invalid_grant")
                code = self.control("messages", to=recipient)["code"]
                right = {"oob_code": sent["oob_code"], "binding_code": code}
                self.assertEqual(self.prove("oob", later, **right).status_code, 200)

    def test_notification_is_polled(self) -> None:
        token, added = self.enroll(authenticator_types=["oob"], oob_channels=["auth0"])
        code = added["oob_code"]
        self.assertNotIn("binding_method", added)
        pending = self.prove("oob", token, oob_code=code)
        self.assert_error(pending, 400, "authorization_pending")
        self.assert_error(self.prove("oob", token, oob_code=code), 400, "slow_down")
        self.control("notifications", user=self.user, answer="approve")
        self.assertEqual(self.prove("oob", token, oob_code=code).status_code, 200)
        later = self.first_factor()["mfa_token"]
        code = self.challenge(later, "push").json()["oob_code"]
        self.control("notifications", user=self.user, answer="decline")
        self.assert_error(self.prove("oob", later, oob_code=code), 400, "access_denied")

    def test_recovery_code_is_replaced(self) -> None:
        (code,) = self.enroll_app()["recovery_codes"]
        token = self.first_factor()["mfa_token"]
        wrong = self.prove("recovery-code", token, recovery_code="none")
        self.assert_error(wrong, 403, "invalid_grant")
        new = self.prove("recovery-code", token, recovery_code=code).json()["recovery_code"]
        self.assertIn(new, self.server.ledger.read_text().splitlines())
        token = self.first_factor()["mfa_token"]
        used = self.prove("recovery-code", token, recovery_code=code)
        self.assert_error(used, 403, "invalid_grant")
        self.assertEqual(self.prove("recovery-code", token, recovery_code=new).status_code, 200)

    def test_login_expires(self) -> None:
        self.enroll_app()
        token = self.first_factor()["mfa_token"]
        self.control("mfa-tokens", user=self.user)
        headers = {"Authorization": f"Bearer {token}"}
        listed = self.http.get("/mfa/authenticators", headers=headers)
        for response in (listed, self.prove("otp", token, otp="123456")):
            self.assert_error(response, 401, "expired_token")

    def test_token_authenticates_only_its_own_login(self) -> None:
        self.enroll_app()
        response = self.http.get("/mfa/authenticators", headers={"Authorization": "Bearer none"})
        self.assert_error(response, 401, "invalid_grant")
        self.assert_error(self.http.get("/mfa/authenticators"), 401, "invalid_token")
        token = self.first_factor()["mfa_token"]
        headers = {"Authorization": f"Bearer {token}", "DPoP": "proof"}
        response = self.http.get("/mfa/authenticators", headers=headers)
        self.assert_error(response, 401, "invalid_token")
        unknown = {"client_id": APP_CLIENT, "mfa_token": token, "authenticator_id": "none"}
        response = self.http.post("/mfa/challenge", json=unknown)
        self.assert_error(response, 401, "unsupported_challenge_type")


class ProofTests(Auth0TestCase):
    options = ("--dpop-nonce",)

    def setUp(self) -> None:
        super().setUp()
        self.prover = harness.Prover()
        self.nonce: Optional[str] = None

    def proof(self, method: str, path: str, **more: Any) -> Dict[str, str]:
        url = self.server.origin + path
        return {"DPoP": self.prover.proof(method, url, nonce=self.nonce, **more)}

    def get_nonce(self) -> None:
        response = self.exchange("unknown-code", self.proof("POST", "/oauth/token"))
        self.assert_error(response, 400, "use_dpop_nonce")
        self.assertEqual(response.headers["www-authenticate"], 'DPoP error="use_dpop_nonce"')
        self.nonce = response.headers["dpop-nonce"]

    def log_in_with_key(self) -> Dict[str, Any]:
        self.get_nonce()
        response = self.exchange(self.authorize()["code"], self.proof("POST", "/oauth/token"))
        self.assertEqual(response.status_code, 200, response.text)
        self.assertNotEqual(response.headers["dpop-nonce"], self.nonce)
        self.assertEqual(response.json()["token_type"], "DPoP")
        return dict(response.json())

    def test_access_tokens_require_their_key(self) -> None:
        token = self.log_in_with_key()["access_token"]
        proof = self.proof("GET", "/userinfo", access_token=token)
        response = self.user_info(f"DPoP {token}", **proof)
        self.assertEqual(response.status_code, 200, response.text)
        self.assert_error(self.user_info(f"Bearer {token}"), 401, "invalid_token")
        response = self.user_info(f"DPoP {token}")
        self.assert_error(response, 401, "invalid_dpop_proof")
        response = self.user_info(f"DPoP {token}", **self.proof("GET", "/userinfo"))
        self.assert_error(response, 401, "invalid_dpop_proof")
        self.prover = harness.Prover()
        proof = self.proof("GET", "/userinfo", access_token=token)
        self.assert_error(self.user_info(f"DPoP {token}", **proof), 401, "invalid_token")

    def test_refresh_tokens_require_their_key(self) -> None:
        token = self.log_in_with_key()["refresh_token"]
        own, self.prover = self.prover, harness.Prover()
        for headers in ({}, self.proof("POST", "/oauth/token")):
            self.assert_error(self.refresh(token, headers), 400, "invalid_dpop_proof")
        self.prover = own
        response = self.refresh(token, self.proof("POST", "/oauth/token"))
        self.assertEqual(response.status_code, 200, response.text)
        again = response.json()["refresh_token"]
        self.assert_error(self.refresh(again), 400, "invalid_dpop_proof")

    def test_login_can_be_bound_to_one_key(self) -> None:
        self.get_nonce()
        code = self.authorize(dpop_jkt=self.prover.key.thumbprint())["code"]
        own, self.prover = self.prover, harness.Prover()
        for headers in ({}, self.proof("POST", "/oauth/token")):
            self.assert_error(self.exchange(code, headers), 400, "invalid_dpop_proof")
        self.prover = own
        response = self.exchange(code, self.proof("POST", "/oauth/token"))
        self.assertEqual(response.status_code, 200, response.text)

    def test_nonces_are_invalidated(self) -> None:
        token = self.log_in_with_key()["access_token"]
        self.http.post("/__test__/dpop")
        proof = self.proof("GET", "/userinfo", access_token=token)
        response = self.user_info(f"DPoP {token}", **proof)
        self.assert_error(response, 401, "use_dpop_nonce")


class SecrecyTests(Auth0TestCase):
    def test_secrets_are_in_the_ledger_and_not_in_the_log(self) -> None:
        back = self.authorize()
        tokens = self.exchange(back["code"]).json()
        self.refresh(tokens["refresh_token"])
        self.user_info(f"Bearer {tokens['access_token']}")
        secrets = self.server.ledger.read_text().splitlines()
        for name in ("access_token", "id_token", "refresh_token"):
            self.assertIn(tokens[name], secrets)
        self.assertIn(back["code"], secrets)
        self.assertIn(harness.VERIFIER, secrets)
        log = self.server.log()
        self.assertIn("POST /oauth/token 200", log)
        self.assertEqual([secret for secret in secrets if secret in log], [])


@harness.needs_glewlwyd
class GlewlwydTests(unittest.TestCase):
    def test_glewlwyd_ends_with_the_server(self) -> None:
        server = harness.Process("auth0_server")
        self.addCleanup(server.discard)
        response = httpx.get(f"{server.origin}/authorize", follow_redirects=False)
        location = httpx.URL(response.headers["location"])
        upstream = str(location.copy_with(query=None, path="/config"))
        self.assertEqual(httpx.get(upstream).status_code, 200)
        self.assertEqual(server.stop(), 0)
        with self.assertRaises(httpx.ConnectError):
            httpx.get(upstream)

    def test_glewlwyd_ends_with_a_killed_server(self) -> None:
        for end in ("terminate", "kill"):
            with self.subTest(end):
                server = harness.Process("support.glewlwyd")
                self.addCleanup(server.discard)
                self.assertEqual(httpx.get(f"{server.origin}/config").status_code, 200)
                getattr(server.process, end)()
                server.process.wait(timeout=20)
                deadline = time.monotonic() + 10
                with self.assertRaises(httpx.TransportError):
                    while time.monotonic() < deadline:
                        httpx.get(f"{server.origin}/config")

    def test_port_in_use_is_an_error(self) -> None:
        with glewlwyd.running() as origin:
            port = int(origin.rpartition(":")[2])
            with self.assertRaises(glewlwyd.Unavailable), glewlwyd.running(port=port):
                pass


if __name__ == "__main__":
    unittest.main()
