"""Tests of the logins of five commerce systems."""

from __future__ import annotations

import harness  # noqa: F401, I001
from typing import Any, Dict, Optional

from session_server.application import Application

CUSTOMER = {"email": "ada@example.com", "password": "battery staple"}


class SessionTestCase(harness.InProcessTestCase):
    def serve(self, name: str) -> None:
        self.http = self.client(Application(self.site, name, access_seconds=60).asgi())

    def send(self, query: str, bearer: Optional[str] = None, **variables: Any) -> Any:
        """The whole response."""
        headers = {} if bearer is None else {"Authorization": f"Bearer {bearer}"}
        body = {"query": query, "variables": variables}
        return self.http.post("/graphql", json=body, headers=headers)

    def data(self, query: str, bearer: Optional[str] = None, **variables: Any) -> Dict[str, Any]:
        body = self.send(query, bearer, **variables).json()
        self.assertNotIn("errors", body)
        return body["data"]

    def let_expire(self) -> None:
        self.clock.advance(61)


class SaleorTests(SessionTestCase):
    LOGIN = """
        mutation($email: String!, $password: String!) {
          tokenCreate(email: $email, password: $password) { token refreshToken errors { code } }
        }"""
    REFRESH = """
        mutation($token: String) { tokenRefresh(refreshToken: $token) { token errors { code } } }"""

    def setUp(self) -> None:
        super().setUp()
        self.serve("saleor")

    def log_in(self) -> Dict[str, str]:
        return self.data(self.LOGIN, **CUSTOMER)["tokenCreate"]

    def code(self, token: Optional[str], query: str = "{ me { email } shop { name } }") -> Any:
        response = self.send(query, token)
        self.assertEqual(response.status_code, 200)
        body = response.json()
        return body["data"], body["errors"][0]["extensions"]["exception"]["code"]

    def test_wrong_password_is_in_the_result(self) -> None:
        result = self.data(self.LOGIN, **{**CUSTOMER, "password": "wrong"})["tokenCreate"]
        self.assertEqual(result["errors"], [{"code": "INVALID_CREDENTIALS"}])
        self.assertIsNone(result["token"])

    def test_token_is_needed_lazily(self) -> None:
        granted = self.log_in()
        self.assertIsNone(self.data("{ me { email } }")["me"])
        me = self.data("{ me { email } }", granted["token"])["me"]
        self.assertEqual(me["email"], CUSTOMER["email"])
        self.let_expire()
        shop = {"name": "Example"}
        self.assertEqual(
            self.code(granted["token"]), ({"me": None, "shop": shop}, "ExpiredSignatureError")
        )
        self.assertEqual(self.data("{ shop { name } }", granted["token"]), {"shop": shop})

    def test_refresh_gives_a_new_access_token(self) -> None:
        granted = self.log_in()
        self.let_expire()
        renewed = self.data(self.REFRESH, token=granted["refreshToken"])["tokenRefresh"]
        self.assertEqual(renewed["errors"], [])
        self.assertIsNotNone(self.data("{ me { email } }", renewed["token"])["me"])
        for token in (granted["token"], None):
            refused = self.data(self.REFRESH, token=token)["tokenRefresh"]
            self.assertEqual(refused["errors"], [{"code": "JWT_INVALID_TOKEN"}])

    def test_logout_revokes_all_tokens(self) -> None:
        granted = self.log_in()
        self.data("mutation { tokensDeactivateAll { errors { code } } }", granted["token"])
        self.assertEqual(self.code(granted["token"])[1], "InvalidTokenError")
        refused = self.data(self.REFRESH, token=granted["refreshToken"])["tokenRefresh"]
        self.assertEqual(refused["errors"], [{"code": "JWT_INVALID_TOKEN"}])

    def test_tests_can_revoke_one_kind(self) -> None:
        granted = self.log_in()
        self.http.post("/__test__/revoke", json={"kind": "access"})
        self.assertEqual(self.code(granted["token"])[1], "InvalidTokenError")
        renewed = self.data(self.REFRESH, token=granted["refreshToken"])["tokenRefresh"]
        self.assertIsNotNone(self.data("{ me { email } }", renewed["token"])["me"])


class ShopifyTests(SessionTestCase):
    def setUp(self) -> None:
        super().setUp()
        self.serve("shopify")

    def log_in(self, **changes: str) -> Any:
        query = """
            mutation($input: CustomerAccessTokenCreateInput!) {
              customerAccessTokenCreate(input: $input) {
                customerAccessToken { accessToken expiresAt } customerUserErrors { code }
              }
            }"""
        return self.data(query, input={**CUSTOMER, **changes})["customerAccessTokenCreate"]

    def customer(self, token: str) -> Any:
        query = "query($token: String!) { customer(customerAccessToken: $token) { email } }"
        return self.data(query, token=token)["customer"]

    def test_wrong_password_is_in_the_result(self) -> None:
        self.assertEqual(
            self.log_in(password="wrong"),
            {
                "customerAccessToken": None,
                "customerUserErrors": [{"code": "UNIDENTIFIED_CUSTOMER"}],
            },
        )

    def test_token_renews_itself_while_it_is_valid(self) -> None:
        token = self.log_in()["customerAccessToken"]["accessToken"]
        self.assertEqual(self.customer(token), {"email": CUSTOMER["email"]})
        query = """
            mutation($token: String!) {
              customerAccessTokenRenew(customerAccessToken: $token) {
                customerAccessToken { accessToken } userErrors { message }
              }
            }"""
        renewed = self.data(query, token=token)["customerAccessTokenRenew"]["customerAccessToken"]
        self.assertIsNone(self.customer(token))
        self.assertIsNotNone(self.customer(renewed["accessToken"]))
        self.let_expire()
        self.assertIsNone(self.customer(renewed["accessToken"]))
        refused = self.data(query, token=renewed["accessToken"])["customerAccessTokenRenew"]
        self.assertEqual(refused["userErrors"], [{"message": "Invalid token"}])

    def test_deleted_token_is_not_valid(self) -> None:
        token = self.log_in()["customerAccessToken"]["accessToken"]
        query = """
            mutation($token: String!) {
              customerAccessTokenDelete(customerAccessToken: $token) { deletedAccessToken }
            }"""
        deleted = self.data(query, token=token)["customerAccessTokenDelete"]
        self.assertEqual(deleted, {"deletedAccessToken": token})
        self.assertIsNone(self.customer(token))


class WPGraphQLTests(SessionTestCase):
    LOGIN = "mutation($input: LoginInput!) { login(input: $input) { authToken refreshToken } }"
    REFRESH = """
        mutation($input: RefreshJwtAuthTokenInput!) {
          refreshJwtAuthToken(input: $input) { authToken }
        }"""

    def setUp(self) -> None:
        super().setUp()
        self.serve("wpgraphql")
        account = {"username": CUSTOMER["email"], "password": CUSTOMER["password"]}
        self.granted = self.data(self.LOGIN, input=account)["login"]

    def test_expired_token_fails_the_request(self) -> None:
        self.assertIsNotNone(self.data("{ viewer { email } }", self.granted["authToken"])["viewer"])
        self.let_expire()
        response = self.send("{ generalSettings { title } }", self.granted["authToken"])
        self.assertEqual(response.status_code, 403)
        self.assertEqual(response.json(), {"errors": [{"message": "Expired token"}]})
        renewed = self.data(self.REFRESH, input={"jwtRefreshToken": self.granted["refreshToken"]})
        token = renewed["refreshJwtAuthToken"]["authToken"]
        self.assertIsNotNone(self.data("{ viewer { email } }", token)["viewer"])

    def test_revoked_tokens_are_refused(self) -> None:
        query = "mutation($input: UpdateUserInput!) { updateUser(input: $input) { user { id } } }"
        self.data(query, self.granted["authToken"], input={"id": "1", "revokeJwtUserSecret": True})
        self.assertEqual(self.send("{ viewer { id } }", self.granted["authToken"]).status_code, 403)
        asked = {"jwtRefreshToken": self.granted["refreshToken"]}
        body = self.send(self.REFRESH, input=asked).json()
        self.assertEqual(body["data"], {"refreshJwtAuthToken": None})
        self.assertEqual(body["errors"][0]["message"], "The provided refresh token is invalid")


class ControlTests(SessionTestCase):
    def test_tests_can_advance_the_clock(self) -> None:
        self.serve("magento")
        before = self.clock.now()
        self.assertEqual(self.http.post("/__test__/advance", json={"seconds": 61}).status_code, 200)
        self.assertGreaterEqual(self.clock.now() - before, 61)
        for body in ({}, {"seconds": "1"}, {"seconds": True}):
            self.assertEqual(self.http.post("/__test__/advance", json=body).status_code, 400)
        self.assertEqual(self.http.post("/__test__/revoke", json={"kind": "x"}).status_code, 400)


class MagentoTests(SessionTestCase):
    def test_token_is_valid_until_it_expires_or_is_revoked(self) -> None:
        self.serve("magento")
        query = """
            mutation($email: String!, $password: String!) {
              generateCustomerToken(email: $email, password: $password) { token }
            }"""
        tokens = [self.data(query, **CUSTOMER)["generateCustomerToken"]["token"] for _ in range(2)]
        for token in tokens:
            customer = self.data("{ customer { firstname } }", token)["customer"]
            self.assertEqual(customer, {"firstname": "Ada"})
        revoked = self.data("mutation { revokeCustomerToken { result } }", tokens[0])
        self.assertEqual(revoked, {"revokeCustomerToken": {"result": True}})
        self.assert_refused(tokens[0])
        self.data("{ customer { firstname } }", tokens[1])
        self.let_expire()
        self.assert_refused(tokens[1])

    def test_deleted_customer_has_no_tokens_and_no_password(self) -> None:
        self.serve("magento")
        query = """
            mutation($email: String!, $password: String!) {
              generateCustomerToken(email: $email, password: $password) { token }
            }"""
        leaving = {**CUSTOMER, "email": CUSTOMER["email"].replace("@", "+leaving@")}
        tokens = [self.data(query, **leaving)["generateCustomerToken"]["token"] for _ in range(2)]
        stays = self.data(query, **CUSTOMER)["generateCustomerToken"]["token"]
        delete = "mutation { deleteCustomer }"
        self.assertEqual(self.data(delete, tokens[0]), {"deleteCustomer": True})
        for token in tokens:
            self.assert_refused(token)
        body = self.send(delete, tokens[0]).json()
        self.assertEqual(body["data"], {"deleteCustomer": None})
        self.assertEqual(self.send(query, **leaving).json()["data"], {"generateCustomerToken": None})
        # The customer of the other tests stays.
        self.assertEqual(self.data(delete, stays), {"deleteCustomer": False})
        self.data("{ customer { firstname } }", stays)

    def assert_refused(self, token: str) -> None:
        body = self.send("{ customer { firstname } }", token).json()
        self.assertEqual(body["data"], {"customer": None})
        self.assertEqual(body["errors"][0]["extensions"]["category"], "graphql-authorization")


class VendureTests(SessionTestCase):
    LOGIN = """
        mutation($username: String!, $password: String!) {
          login(username: $username, password: $password) {
            __typename ... on CurrentUser { identifier } ... on ErrorResult { errorCode }
          }
        }"""

    def test_token_comes_in_the_header(self) -> None:
        self.serve("vendure")
        account = {"username": CUSTOMER["email"], "password": "wrong"}
        response = self.send(self.LOGIN, **account)
        self.assertEqual(response.json()["data"]["login"]["errorCode"], "INVALID_CREDENTIALS_ERROR")
        guest = response.headers["vendure-auth-token"]
        self.assertIsNone(self.data("{ activeCustomer { id } }", guest)["activeCustomer"])
        response = self.send(self.LOGIN, **{**account, "password": CUSTOMER["password"]})
        self.assertEqual(response.json()["data"]["login"]["identifier"], CUSTOMER["email"])
        token = response.headers["vendure-auth-token"]
        self.assertIsNotNone(self.data("{ activeCustomer { id } }", token)["activeCustomer"])
        ended = self.data("mutation { logout { success } }", token)
        self.assertEqual(ended, {"logout": {"success": True}})
        self.assertIsNone(self.data("{ activeCustomer { id } }", token)["activeCustomer"])
