// The model of a client's session: how generated code finds the tokens in results, and what it calls.

/// A session, its operations, and the responses that refuse it.
package struct SessionModel: Sendable {
  /// A login operation.
  package struct LogIn: Sendable {
    package var operation: OperationModel
    package var result: SessionResultModel
    /// Where the result has the token of a further step; empty if it has none.
    package var stepToken: [FieldPath] = []

    /// The variable with that token; nil if the result has none.
    package var stepVariable: SessionResultModel.Variable? {
      stepToken.isEmpty ? nil : SessionResultModel.Variable(name: "token", paths: stepToken)
    }
  }

  /// What a login needs after its first operation.
  package struct SecondStep: Sendable {
    package struct Operation: Sendable {
      package var logIn: LogIn
      /// The name of the variable for the step's token; nil if the operation is sent with the token as its
      /// credential.
      package var tokenName: String?
    }

    package var operations: [Operation]
    /// The path of the token in the extensions of an error; empty for none.
    package var extensionPath: [String]
    /// The responses that end the login, each with one sign.
    package var ends: [ClientSettings.Session.Ending]

    /// Whether the response to an operation can ask for this step.
    package func isNeeded(after logIn: LogIn) -> Bool {
      !logIn.stepToken.isEmpty || !extensionPath.isEmpty
    }
  }

  /// An operation that gets a token of the session.
  package struct Call: Sendable {
    package var typeName: String
    /// Whether the operation is sent with the session's credential.
    package var hasCredential: Bool
    /// The argument with the token, as the labels from the initialiser to the innermost input object:
    /// `input`, `jwtRefreshToken`. Empty if the operation has no such argument.
    package var argument: [Argument]
    /// Whether the argument is the refresh token, and not the access token.
    package var sendsRefreshToken: Bool
  }

  package struct Argument: Sendable {
    package var label: String
    /// The type of the input object that the next argument belongs to; nil for the last one.
    package var inputType: String?
  }

  /// A check of one operation's data.
  package struct Check: Sendable {
    package struct Condition: Sendable {
      package var path: FieldPath
      /// The values of the field that refuse the credential; nil if null does.
      package var values: [String]?
    }

    package var typeName: String
    package var conditions: [Condition]
  }

  /// A further property of the stored session.
  package struct Property: Sendable {
    package var name: String
    package var type: SwiftType
  }

  package var typeName: String
  package var logIns: [LogIn]
  package var secondStep: SecondStep?
  /// The operations of a signed-in user whose results replace the tokens.
  package var replacing: [LogIn]
  package var refresh: Call?
  /// Where the refresh's result has the new tokens.
  package var refreshResult: SessionResultModel?
  package var logOut: Call?
  /// The type of the operation that deletes the account.
  package var deleteAccount: String?
  package var placement: ClientSettings.Session.Placement
  /// The responses that refuse the credential, each with one sign outside the data.
  package var refusals: [ClientSettings.Session.Ending]
  package var checks: [Check]
  package var properties: [Property]
  /// The property that identifies the user; nil if none does.
  package var user: Property?
  /// Whether results have a refresh token, which is stored.
  package var storesRefreshToken: Bool
  package var hasExpiry: Bool
  package var leeway: Int

  /// Whether the access token is also the one that the refresh sends.
  package var isRefreshedWithItsAccessToken: Bool { refresh != nil && !storesRefreshToken }

  /// The operations that the session calls itself. Other calls of them would bypass it.
  package var operationTypes: Set<String> {
    Set((logIns + completing + replacing).map(\.operation.typeName))
      .union([refresh?.typeName, logOut?.typeName, deleteAccount].compactMap(\.self))
  }

  /// The operations that complete a login after its first step.
  private var completing: [LogIn] { secondStep?.operations.map(\.logIn) ?? [] }

  /// Whether a session whose access token has expired is refreshed for its logout: the server needs the
  /// token, and the refresh token would stay valid.
  package var refreshesBeforeItsLogOut: Bool {
    guard let logOut, refresh != nil, storesRefreshToken, hasExpiry else { return false }
    return logOut.hasCredential || !logOut.sendsRefreshToken
  }

  /// The properties of the stored session.
  package var storedProperties: [Property] {
    var own = [Property(name: "accessToken", type: .scalar("Secret"))]
    if storesRefreshToken {
      own.append(Property(name: "refreshToken", type: .optional(.scalar("Secret"))))
    }
    if hasExpiry { own.append(Property(name: "expiresAt", type: .optional(.scalar("Date")))) }
    return own + properties
  }
}

/// Where the result of one operation has the values of a session.
package struct SessionResultModel: Sendable {
  package enum Token: Sendable {
    /// The first value at these paths.
    case paths([FieldPath])
    /// A header field of the response, or a cookie that it sets. With paths, it is the token only if the
    /// data has a value at one of them.
    case inHeader(String, isCookie: Bool, ifPresent: [FieldPath])
  }

  package enum Expiry: Sendable {
    case claim
    case field([FieldPath], ClientSettings.Session.Expiry.Unit)
  }

  package var accessToken: Token
  package var refreshToken: [FieldPath]
  package var expiry: Expiry?
  /// In the order of the session's properties; empty if the operation does not select the field.
  package var properties: [[FieldPath]]
}

extension SessionResultModel {
  /// A variable with the first value at some paths.
  package struct Variable: Sendable {
    package var name: String
    package var paths: [FieldPath]

    package var type: SwiftType { paths[0].type.optional }
    /// Whether one expression leads to the value.
    package var isConstant: Bool { paths.count == 1 && paths[0].segments.count == 1 }
  }

  /// The variables that a session is made of.
  package func variables(of session: SessionModel) -> [Variable] {
    var variables: [Variable] = []
    switch accessToken {
    case .paths(let paths): variables.append(Variable(name: "token", paths: paths))
    case .inHeader(_, _, let paths):
      variables += paths.enumerated().map { Variable(name: "part\($0 + 1)", paths: [$1]) }
    }
    if session.storesRefreshToken {
      variables.append(Variable(name: "refreshToken", paths: refreshToken))
    }
    if case .field(let paths, _) = expiry {
      variables.append(Variable(name: "expiry", paths: paths))
    }
    variables += zip(session.properties, properties).map { Variable(name: $0.name, paths: $1) }
    return variables.filter { !$0.paths.isEmpty }
  }
}

extension SwiftType {
  /// Whether the type is a scalar or an enum.
  var isLeaf: Bool {
    switch self {
    case .scalar, .openEnum: true
    case .object, .array, .optional, .result: false
    }
  }

  /// Whether the type is an enum or a string.
  var isText: Bool {
    if case .openEnum = self { true } else { self == .scalar("String") }
  }
}
