// Tests the JSON of passkeys with a server that was not written for this project: django-allauth, whose
// options and checks are those of Yubico's fido2.

import AuthGenRuntime
import AuthGenTestServers
import AuthGenTestSupport
import AuthGenWebLogin
import Foundation
import Testing

extension EndToEnd.Servers {
  @Suite(.needsNewPython) struct AllauthPasskeyTests {
    /// An app that uses allauth's API for apps (https://docs.allauth.org/en/latest/headless/).
    private struct App {
      let backend: Backend
      var session: String?

      /// Sends a request, and keeps the session of the response.
      mutating func send(
        _ path: String, _ body: JSON? = nil, query: String? = nil, expecting status: Int = 200
      ) async throws -> JSON {
        let url = backend.url("_allauth/app/v1").appending(path: path)
          .appending(queryItems: query.map { [URLQueryItem(name: $0, value: nil)] } ?? [])
        var request = HTTPRequest(method: body == nil ? .get : .post, url: url)
        request.headers["Content-Type"] = "application/json"
        if let session { request.headers["X-Session-Token"] = session }
        request.body = try body.map { try JSONEncoder().encode($0) }
        let response = try await URLSessionTransport().send(request)
        #expect(response.status == status, "\(String(decoding: response.body, as: UTF8.self))")
        let json = try JSONDecoder().decode(JSON.self, from: response.body)
        session = json["meta"]?["session_token"]?.string ?? session
        return json
      }

      /// Sends the answer of a passkey.
      mutating func send(
        _ path: String, _ answer: PasskeyAnswer, expecting status: Int = 200
      ) async throws -> JSON {
        let credential = try JSONDecoder().decode(
          JSON.self, from: Data(answer.json.reveal().utf8))
        let body = JSON.object(["name": .string("Phone"), "credential": credential])
        return try await send(path, body, expecting: status)
      }
    }

    private static let passkeys = "account/authenticators/webauthn"
    private static let login = "auth/webauthn/login"

    private func signIn(_ app: inout App) async throws -> PasskeySignIn {
      let asked = try await app.send(Self.login)
      return try PasskeySignIn(options: try #require(asked["data"]?["request_options"]))
    }

    private func registration(_ app: inout App) async throws -> PasskeyRegistration {
      // With this, the passkey logs in without a user name.
      let offered = try await app.send(Self.passkeys, query: "passwordless")
      return try PasskeyRegistration(
        options: try #require(offered["data"]?["creation_options"]))
    }

    @Test func djangoAllauthAcceptsPasskeys() async throws {
      let backend = try await Backend(.allauth)
      var app = App(backend: backend)
      let name = "user\(UInt32.random(in: 0 ... .max))"
      let user = try await app.send(
        "auth/signup",
        .object([
          "username": .string(name), "email": .string("\(name)@example.com"),
          "password": .string("correct horse battery"),
        ]))
      let creation = try await registration(&app)
      #expect(creation.relyingParty == "shop.example" && creation.userVerification == .required)
      #expect(creation.userName == "\(name)@example.com" && creation.excludedCredentials.isEmpty)
      let new = try await backend.answer(to: creation)
      _ = try await app.send(Self.passkeys, new)
      let passkey = try new.credentialID()
      #expect(try await registration(&app).excludedCredentials == [passkey])

      var other = App(backend: backend)
      let request = try await signIn(&other)
      #expect(request.relyingParty == "shop.example" && request.userVerification == .required)
      let answer = try await backend.answer(to: request, with: passkey)
      let done = try await other.send(Self.login, answer)
      #expect(done["data"]?["user"] == user["data"]?["user"])
      #expect(done["meta"]?["is_authenticated"] == .boolean(true))

      // An answer to an earlier challenge.
      var third = App(backend: backend)
      _ = try await signIn(&third)
      _ = try await third.send(Self.login, answer, expecting: 400)
    }
  }
}
