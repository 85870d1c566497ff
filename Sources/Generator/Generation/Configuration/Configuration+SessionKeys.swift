// The keys of a client's session.

import AuthGenSwiftModel

extension ClientSettings.Session {
  static var keys: [ConfigurationKey<Self>] {
    [
      ConfigurationKey(
        required: "logIn", \.logIn, .list(of: .placed(.text(.graphQLName)), mayBeEmpty: false),
        example: "[\"LogIn\"]", summary: "The operations whose results create a session."),
      ConfigurationKey(
        "secondStep", \.secondStep, .placed(.object(SecondStep.keys, initially: SecondStep())),
        summary:
          "The step that a login may need before it creates a session, such as a code of an"
          + " authenticator app."),
      ConfigurationKey(
        "replaceTokens", \.replaceTokens, .list(of: .placed(.text(.graphQLName))),
        summary:
          "Operations of a signed-in user whose results replace the tokens, such as a change of the"
          + " password or of the tenant."),
      ConfigurationKey(
        "refresh", \.refresh, .call,
        summary:
          "The operation that refreshes the tokens: its name, or an object with the variable for the"
          + " refresh token. Without it, a session ends with its access token."),
      ConfigurationKey(
        "logOut", \.logOut, .call,
        summary:
          "The operation that ends the session on the server: its name, or an object. Without it, a"
          + " logout only removes the session from the device."),
      ConfigurationKey(
        "deleteAccount", \.deleteAccount, .placed(.text(.graphQLName)),
        summary:
          "The mutation that deletes the account of a signed-in user. The session gets a method that"
          + " also erases the user's data on the device."),
      ConfigurationKey(
        required: "accessToken", \.accessToken, .accessToken,
        example: "[\"LogInPayload.token\"]",
        summary:
          "The fields with the access token, by coordinate, or an object with the name of the"
          + " response's header field or cookie. They are secret without being listed again."),
      ConfigurationKey(
        "refreshToken", \.refreshToken, .list(of: .placed(.text(.word))),
        summary:
          "The fields with the refresh token, by coordinate. A refresh that returns none keeps the"
          + " old one."),
      ConfigurationKey(
        "expires", \.expires, .expiry,
        summary:
          "When the access token expires. jwt: by its claim exp. An object: by a field. Without it,"
          + " a token is used until the server refuses it."),
      ConfigurationKey(
        "leeway", \.leeway, .wholeNumber,
        summary: "How long before its expiry a session is refreshed, in seconds."),
      ConfigurationKey(
        "send", \.send, .object(Placement.keys, initially: Placement()),
        summary: "How requests carry the access token."),
      ConfigurationKey(
        "ended", \.ended, .list(of: .placed(.object(Ending.keys, initially: Ending()))),
        summary:
          "The responses that refuse the access token: each entry has one of status, extension,"
          + " member, messages, field, null and closeCode. Do not list a code that the server also"
          + " uses for a missing permission. Status 401 is added if the list is empty or has only"
          + " closeCode entries."),
      ConfigurationKey(
        "properties", \.properties, .map(of: .text(.word)),
        summary:
          "Further properties of the stored session, such as the user's ID: the field of a login's"
          + " result, by coordinate."),
      ConfigurationKey(
        "user", \.user, .placed(.text(.word)),
        summary:
          "The name of the property with the user's ID, a String or Int. A refresh that returns"
          + " tokens of another user ends the session."),
    ]
  }
}

extension ClientSettings.Session.Call {
  static var keys: [ConfigurationKey<Self>] {
    [
      ConfigurationKey(
        required: "operation", \.operation, .placed(.text(.graphQLName)),
        example: "\"RefreshToken\"", summary: "The operation."),
      ConfigurationKey(
        "token", \.variable, .placed(.text(.word)),
        summary:
          "The variable for the token, or a path into one, such as input.refreshToken. Without it,"
          + " the operation has only the session's credential."),
      ConfigurationKey("with", \.token, .choice, summary: "The token that the variable gets."),
    ]
  }
}

extension ClientSettings.Session.SecondStep {
  static var keys: [ConfigurationKey<Self>] {
    [
      ConfigurationKey(
        "token", \.token, .list(of: .placed(.text(.word))),
        summary:
          "The fields with the token that identifies the login, by coordinate. A result with a value"
          + " in one of them asks for the step, and creates no session. They are secret without being"
          + " listed again."),
      ConfigurationKey(
        "extension", \.extension, .text(.word),
        summary:
          "The path of the token in the extensions of an error, with dots, for servers that ask for"
          + " the step with an error."),
      ConfigurationKey(
        required: "operations", \.operations, .list(of: .step, mayBeEmpty: false),
        example: "[{ \"operation\": \"VerifyCode\", \"token\": \"challenge\" }]",
        summary:
          "The operations that complete the login: the name of each, or an object with its variable for"
          + " the token."),
      ConfigurationKey(
        "expired", \.expired,
        .list(
          of: .placed(
            .object(ClientSettings.Session.Ending.keys, initially: .init()))),
        summary:
          "The responses to these operations that end the login, so that the user has to begin again:"
          + " each entry has one of status, extension, member and messages."),
    ]
  }
}

extension ClientSettings.Session.Call {
  /// The keys of an operation that completes a login.
  static var keysOfStep: [ConfigurationKey<Self>] {
    [
      ConfigurationKey(
        required: "operation", \.operation, .placed(.text(.graphQLName)),
        example: "\"VerifyCode\"", summary: "The operation."),
      ConfigurationKey(
        "token", \.variable, .placed(.text(.graphQLName)),
        summary:
          "The variable for the step's token. Without it, the request carries the token as it"
          + " otherwise carries the access token; see send."),
    ]
  }
}

extension ClientSettings.Session.AccessToken {
  static var keys: [ConfigurationKey<Self>] {
    [
      ConfigurationKey(
        "responseHeader", \.responseHeader, .placed(.text(.headerName)),
        summary: "The response's header field with the token."),
      ConfigurationKey(
        "responseCookie", \.responseCookie, .placed(.text(.headerName)),
        summary: "The cookie with the token, which the response sets."),
      ConfigurationKey(
        "ifPresent", \.fields, .list(of: .placed(.text(.word))),
        summary:
          "The token counts only if the result has one of these fields, by coordinate. Without them,"
          + " it always counts."),
    ]
  }
}

extension ClientSettings.Session.Expiry {
  static var keys: [ConfigurationKey<Self>] {
    [
      ConfigurationKey(
        required: "fields", \.fields, .list(of: .placed(.text(.word)), mayBeEmpty: false),
        example: "[\"LogInPayload.expiresAt\"]",
        summary: "The fields with the expiry, by coordinate."),
      ConfigurationKey(
        "unit", \.unit, .choice,
        summary:
          "date: a date and time (RFC 3339). seconds, milliseconds: from the response on. The"
          + " server's Date header corrects the device's clock."),
    ]
  }
}

extension ClientSettings.Session.Placement {
  static var keys: [ConfigurationKey<Self>] {
    [
      ConfigurationKey(
        "header", \.header, .text(.headerName),
        summary: "The header field. Without it: Authorization, with the scheme Bearer."),
      ConfigurationKey(
        "scheme", \.scheme, .text(.headerName), summary: "The word before the token."),
      ConfigurationKey(
        "template", \.template, .placed(.text(.word)),
        summary:
          "The value of the header field, in place of a scheme. {token} stands for the token, as in"
          + " session={token} for a cookie in the header field Cookie."),
      ConfigurationKey(
        "variable", \.variable, .placed(.text(.graphQLName)),
        summary:
          "The variable that carries the token, in place of a header. Operations with this variable"
          + " need a session, and have no parameter for it."),
    ]
  }
}

extension ClientSettings.Session.Ending {
  static var keys: [ConfigurationKey<Self>] {
    [
      ConfigurationKey("status", \.status, .wholeNumber, summary: "An HTTP status."),
      ConfigurationKey(
        "extension", \.extension, .text(.word),
        summary:
          "A path in the extensions of the response or of an error, with dots: exception.code."),
      ConfigurationKey(
        "member", \.member, .text(.word),
        summary:
          "A path among the members of an error beside those of the specification, with dots: errorType."
      ),
      ConfigurationKey(
        "messages", \.messages, .list(of: .text),
        summary:
          "The messages of errors that match, for servers whose errors have no code."),
      ConfigurationKey(
        "values", \.values, .list(of: .text(.word)),
        summary:
          "The values of the extension, member or field that match. A number matches by its text."),
      ConfigurationKey(
        "lacks", \.lacks, .text(.word),
        summary: "The value that the extension, a list, does not contain."),
      ConfigurationKey(
        "field", \.field, .placed(.text(.word)),
        summary: "A field of a result's errors with an enum value, by coordinate."),
      ConfigurationKey(
        "null", \.null, .placed(.text(.word)),
        summary: "A field of the root type that is null, by coordinate."),
      ConfigurationKey(
        "beforeExecution", \.beforeExecution, .boolean,
        summary:
          "Whether the server reports the error before it executes the field, so that a mutation may"
          + " be sent again."),
      ConfigurationKey(
        "closeCode", \.closeCode, .wholeNumber,
        summary:
          "The code with which the server closes a WebSocket when it refuses the access token, such"
          + " as 4403. 4401 always refuses it."),
    ]
  }
}
