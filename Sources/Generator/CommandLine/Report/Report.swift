// The content of `authgen report`: what operations send, receive and cost, for people who review a client.
// For the query
//
//     query Me { me { name } }
//
// of a schema that marks Query.me with @authenticated, the operation Me needs a session because of Query.me.

import AuthGenLanguage

struct Report {
  /// The version of the JSON form. It changes when a member changes its meaning or is removed.
  static let version = 1

  var clients: [Client] = []

  enum Format: String, CaseIterable {
    /// One file of HTML.
    case html
    case json
  }

  struct Client {
    /// The name in the configuration.
    var name: String
    /// The paths of the schema's files.
    var schema: [String]
    /// The maximum weight that the configuration allows an operation; nil without a maximum.
    var maximumWeight: Int?
    /// The modules with operations, in order of their names.
    var modules: [Module]
    /// The fragments, in the order of the documents.
    var fragments: [Fragment]
    /// The session; nil if the configuration has none.
    var session: Session?
    /// The types with fields, in the order of the schema.
    var types: [TypeCoverage]
    /// The changes between two schemas; nil if no schemas were compared.
    var changes: DiffReport?
  }

  /// A target that the operations are compiled in.
  struct Module {
    var name: String
    /// In the order of the documents.
    var operations: [Operation]
  }

  struct Operation {
    var name: String
    /// "query", "mutation" or "subscription".
    var kind: String
    var description: String
    /// The path, line and column.
    var place: String
    var swiftType: String
    /// The Swift protocol, which decides whether a call without a session compiles.
    var swiftProtocol: String
    var needsSession: Bool
    /// The coordinates of the selected fields that require a session.
    var sessionFields: [String]
    /// The variable that carries the session's token.
    var credentialVariable: String?
    /// The variables and input fields with secrets that it sends.
    var secretsSent: [String]
    /// The coordinates of the secrets that it receives, and "a header field" for a token there.
    var secretsReceived: [String]
    var weight: Int
    var heaviestFields: [(coordinate: String, weight: Int)]
    var rateLimitBuckets: [String]
    var deprecatedFields: [(coordinate: String, reason: String)]
    /// The fields whose error leaves the response without data: they and all fields around them are non-null.
    var criticalFields: [String]
    /// The fragments that it spreads, directly or indirectly.
    var fragments: [String]
    /// The SHA-256 of the document; nil if a REST service responds.
    var hash: String?
    /// The method and the target's form, such as `GET /users/{id}`, if a REST service responds.
    var request: String?

    var hasSecrets: Bool { !secretsSent.isEmpty || !secretsReceived.isEmpty }
  }

  struct Fragment {
    var name: String
    var swiftType: String
    /// The type that it is on.
    var type: String
    var module: String
    /// The path, line and column.
    var place: String
    /// The fragments that it spreads itself.
    var spreads: [String]
    /// The operations that spread it, directly or indirectly.
    var operations: [String]
  }

  struct Session {
    var swiftType: String
    var logIn: [String]
    /// The operations that complete a login after its first step.
    var secondStep: [String]
    var replaceTokens: [String]
    var refresh: String?
    var logOut: String?
    var deleteAccount: String?
    /// How requests carry the access token, such as "Authorization: Bearer TOKEN".
    var placement: String
    /// The signs in a response that end the session.
    var endings: [String]
    /// The stored properties, such as "accessToken: Secret".
    var stored: [String]
  }

  /// Which fields of a type are used.
  struct TypeCoverage {
    struct Field {
      var name: String
      var isDeprecated: Bool
      /// The operations and fragments that select it, or an interface's field of the same name.
      var selectedBy: [String]
    }

    var name: String
    /// "object" or "interface".
    var kind: String
    var fields: [Field]

    var usedCount: Int { fields.count { !$0.selectedBy.isEmpty } }
  }
}

extension Report.Client {
  var operations: [Report.Operation] { modules.flatMap(\.operations) }
}
