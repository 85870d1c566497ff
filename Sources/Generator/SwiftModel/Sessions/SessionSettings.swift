// The settings of a client's session: which operations create, refresh and end it, and where its tokens are.

import AuthGenLanguage

extension ClientSettings {
  /// Coordinates and names are as in the configuration. `SessionBuilder` checks them.
  package struct Session: Sendable {
    /// An operation that gets a token of the session.
    package struct Call: Sendable {
      package enum Token: String, Sendable, CaseIterable {
        case refreshToken
        case accessToken
      }

      package var operation = Placed("")
      /// The variable for the token, or a path into one, such as `input.jwtRefreshToken`. Nil if the
      /// operation is only sent with the session's credential.
      package var variable: Placed<String>?
      /// Which token the variable gets.
      package var token = Token.refreshToken

      package init(_ operation: Placed<String> = Placed("")) {
        self.operation = operation
      }
    }

    package struct AccessToken: Sendable {
      /// The fields with the token, by coordinate.
      package var fields: [Placed<String>] = []
      /// The header field of the response with the token, in place of a field of its data.
      package var responseHeader: Placed<String>?
      /// The cookie with the token, in place of a field of the response's data.
      package var responseCookie: Placed<String>?

      /// Whether the token is in a header field of the response, which may be a cookie, and not in its data.
      var isInHeader: Bool { responseHeader != nil || responseCookie != nil }

      package init(fields: [Placed<String>] = []) {
        self.fields = fields
      }
    }

    package struct Expiry: Sendable {
      package enum Unit: String, Sendable, CaseIterable {
        /// A date and time (RFC 3339).
        case date
        /// Seconds from the response on.
        case seconds
        /// Milliseconds from the response on.
        case milliseconds
      }

      package var fields: [Placed<String>] = []
      package var unit = Unit.date
      /// Whether the expiry is the claim `exp` of the access token, in place of a field.
      package var isClaim = false

      package init(isClaim: Bool = false) {
        self.isClaim = isClaim
      }
    }

    /// How requests carry the access token.
    package struct Placement: Sendable {
      /// The header field; nil for Authorization.
      package var header: String?
      /// The word before the token. Nil for Bearer if `header` is nil, and otherwise for none.
      package var scheme: String?
      /// The value of the header field, in which `{token}` stands for the token, in place of a scheme.
      package var template: Placed<String>?
      /// The variable that carries the token, in place of a header.
      package var variable: Placed<String>?

      package init() {}
    }

    /// A sign in a response that the session has ended.
    package struct Ending: Sendable {
      package var status: Int?
      /// A path of member names, joined with dots.
      package var `extension`: String?
      /// A path among the further members of an error, joined with dots.
      package var member: String?
      /// The messages of errors that match.
      package var messages: [String] = []
      /// The values of the extension, member or field that match.
      package var values: [String] = []
      /// The value that a list in the response's extensions lacks.
      package var lacks: String?
      /// A field with an enum value, by coordinate.
      package var field: Placed<String>?
      /// A root field that is null, by coordinate.
      package var null: Placed<String>?
      package var beforeExecution = false
      /// The code with which the server closes a WebSocket.
      package var closeCode: Int?

      package init() {}
    }

    /// A second step that a login may need.
    package struct SecondStep: Sendable {
      /// The fields with the token that identifies the login, by coordinate.
      package var token: [Placed<String>] = []
      /// The path of the token in the extensions of an error, joined with dots.
      package var `extension`: String?
      /// The operations that complete the login, each with its variable for the token.
      package var operations: [Call] = []
      /// The responses to them that end the login.
      package var expired: [Placed<Ending>] = []

      package init() {}
    }

    package var logIn: [Placed<String>] = []
    package var secondStep: Placed<SecondStep>?
    /// Operations of a signed-in user whose results replace the tokens.
    package var replaceTokens: [Placed<String>] = []
    package var refresh: Call?
    package var logOut: Call?
    /// The operation that deletes the account of a signed-in user.
    package var deleteAccount: Placed<String>?
    package var accessToken = AccessToken()
    package var refreshToken: [Placed<String>] = []
    package var expires: Expiry?
    /// How long before its expiry a session is refreshed, in seconds.
    package var leeway = 30
    package var send = Placement()
    package var ended: [Placed<Ending>] = []
    /// Further properties of the stored session: a field of a login's result each, by coordinate.
    package var properties: [Entry<String>] = []
    /// The property that identifies the user.
    package var user: Placed<String>?

    package init() {}
  }
}
