// Tests the checks of a session's configuration.

import AuthGenTestSupport
import Foundation
import Testing

@Suite struct SessionTests {
  private static let schema = """
    type Query { me: User, shop: String }
    type Mutation {
      logIn(email: String!, password: String!): LogInResult
      refresh(input: RefreshInput!): Tokens
      logOut: Boolean
    }
    type User { id: ID!, number: Int!, tags: [String!]! }
    type Tokens { access: String, refresh: String, expiresIn: Int, users: [User!], user: User }
    union LogInResult = Session | SecondFactor
    type Session { tokens: Tokens!, user: User!, message: String! }
    type SecondFactor { methods: [String!]!, errors: [Problem!]! }
    type Problem { code: Code! }
    enum Code { EXPIRED OTHER }
    input RefreshInput { token: String!, reason: String }

    """
  private static let operations = """
    mutation LogIn($email: String!, $password: String!) {
      logIn(email: $email, password: $password) {
        ... on Session { tokens { access refresh expiresIn } user { id } message }
        ... on SecondFactor { methods errors { code } }
      }
    }
    mutation Refresh($input: RefreshInput!) { refresh(input: $input) { access refresh expiresIn } }
    mutation LogOut { logOut }
    query Me { me { id } }

    """
  private static let session = """
    "logIn": ["LogIn"],
    "refresh": { "operation": "Refresh", "token": "input.token" },
    "logOut": "LogOut",
    "accessToken": ["Tokens.access"],
    "refreshToken": ["Tokens.refresh"],
    "expires": { "fields": ["Tokens.expiresIn"], "unit": "seconds" },
    "properties": { "userID": "User.id" }, "leeway": 60,
    "ended": [
      { "status": 401 },
      { "null": "Query.me" },
      { "field": "Problem.code", "values": ["EXPIRED"] }
    ]
    """

  /// The lines of the configuration before those of the session.
  private static let lead = 3

  private func bench(
    _ session: String = session, operations: String = operations, options: String = ""
  ) throws -> Workbench {
    try Workbench([
      "authgen.json": """
      {"version": 1, "clients": [{"name": "Shop", "schema": "schema.graphql", "operations": "ops",
      "output": "out", \(options)"authentication": {
      "authenticated": ["Query.me", "Mutation.logOut"], "session": {
      \(session)
      }}}]}

      """, "schema.graphql": Self.schema, "ops/shop.graphql": operations,
    ])
  }

  @Test func sessionIsGenerated() async throws {
    let bench = try bench()
    let result = try await bench.run("generate")
    #expect(result.exitCode == 0, "\(result.errors)")
    let text = try bench.text("out/Shop.Session.swift")
    // A token inside a union's object type, in an input object, and a check inside a list.
    for line in [
      "    var token: Secret?", "    if case .session(let object1)? = data.logIn?.concrete {",
      "      token = object1.tokens.access",
      "response(to: RefreshMutation(input: RefreshInput(token: token)), options: CallOptions(retry: .never))",
      "      for object2 in object1.errors {",
      #"        if ["EXPIRED"].contains(where: { $0 == object2.code.rawValue }) { return true }"#,
      "    if data.me == nil { return true }", "response.expiry(afterSeconds: expiry)",
      "userID ?? former?.userID",
    ] {
      #expect(text.contains(line), "\(line)\n\(text)")
    }
  }

  @Test func deletionOfTheAccountIsGenerated() async throws {
    let bench = try bench(
      Self.session.replacingOccurrences(
        of: #""logOut": "LogOut""#, with: #""deleteAccount": "LogOut""#)
    )
    let result = try await bench.run("generate")
    #expect(result.exitCode == 0, "\(result.errors)")
    let text = try bench.text("out/Shop.Session.swift")
    #expect(text.contains("confirming confirm: @Sendable () async throws -> LogOutMutation,"))
    #expect(
      text.contains("async throws(AccountDeletionError) -> AccountDeletion<LogOutMutation.Data>"))
    // A call that bypasses the session would leave the data on the device.
    #expect(try !bench.text("out/shop.graphql.swift").contains("func logOut("))
  }

  /// AppSync and NestJS.
  @Test func membersAndNumbersOfErrorsCanBeNamed() async throws {
    let bench = try bench(
      Self.session.replacingOccurrences(
        of: #"{ "status": 401 }"#,
        with: #"{ "member": "errorType", "values": ["Expired"], "beforeExecution": true }"#
          + #", { "extension": "response.statusCode", "values": ["401"] }"#))
    let result = try await bench.run("generate")
    #expect(result.exitCode == 0, "\(result.errors)")
    let text = try bench.text("out/Shop.Session.swift")
    for rule in [
      #".errorMember("errorType", in: ["Expired"], beforeExecution: true),"#,
      #".extensions("response", "statusCode", in: ["401"]),"#,
    ] {
      #expect(text.contains(rule), "\(text)")
    }
  }

  @Test(arguments: [("User.id", "self.userID"), ("User.number", #"self.userID.map { "\($0)" }"#)])
  func userAndCloseCodesAreGenerated(field: String, expression: String) async throws {
    let bench = try bench(
      Self.session.replacingOccurrences(
        of: "\"User.id\" }", with: "\"\(field)\" }, \"user\": \"userID\""
      )
      .replacingOccurrences(of: #"{ "status": 401 }"#, with: #"{ "closeCode": 4403 }"#),
      operations: Self.operations.replacingOccurrences(
        of: "expiresIn } }\nmutation LogOut",
        with: "expiresIn user { id number } } }\nmutation LogOut"
      ).replacingOccurrences(of: "user { id } }", with: "user { id number } }"))
    let result = try await bench.run("generate")
    #expect(result.exitCode == 0, "\(result.errors)")
    let text = try bench.text("out/Shop.Session.swift")
    #expect(text.contains("    public var userIdentity: String? { \(expression) }"), "\(text)")
    #expect(text.contains("        .closeCode(4403),"), "\(text)")
  }

  /// A code for streams says nothing about calls.
  @Test func statusRefusesBesideCloseCodes() async throws {
    let start = try #require(Self.session.range(of: #""ended": ["#)?.lowerBound)
    let bench = try bench(
      Self.session[..<start].trimmingCharacters(in: .whitespacesAndNewlines)
        + #" "ended": [{ "closeCode": 4403 }]"#)
    let result = try await bench.run("generate")
    #expect(result.exitCode == 0, "\(result.errors)")
    let text = try bench.text("out/Shop.Session.swift")
    #expect(text.contains("        .status(401),\n        .closeCode(4403),"), "\(text)")
  }

  /// Each property has its own field, also if only the refresh selects it.
  @Test func propertyMayBeInTheRefreshAlone() async throws {
    let bench = try bench(
      Self.session.replacingOccurrences(
        of: #"{ "userID": "User.id" }"#,
        with: #"{ "number": "User.number", "userID": "User.id" }, "user": "userID""#),
      operations: Self.operations.replacingOccurrences(
        of: "expiresIn } }\nmutation LogOut",
        with: "expiresIn user { number id } } }\nmutation LogOut"))
    let result = try await bench.run("generate")
    #expect(result.exitCode == 0, "\(result.errors)")
    let text = try bench.text("out/Shop.Session.swift")
    #expect(text.contains("let userID: String? = data.refresh?.user?.id"), "\(text)")
    #expect(text.contains("let number: Int? = data.refresh?.user?.number"), "\(text)")
    #expect(text.contains("number: former?.number"), "\(text)")
  }

  /// Without an entry in "secrets".
  @Test func tokensAreSecret() async throws {
    let bench = try bench()
    #expect(try await bench.run("generate").exitCode == 0)
    let document = try bench.text("out/shop.graphql.swift")
    #expect(document.contains("var access: Optional<Secret>"))
    #expect(document.contains("var refresh: Optional<Secret>"))
    #expect(try bench.text("out/Shop.InputObjects.swift").contains("var token: Secret"))
  }

  @Test(arguments: [
    (
      #""LogIn"]"#, #""LogInn"]"#, 1, "no document has an operation \"LogInn\"",
      "did you mean \"LogIn\""
    ),
    (
      #""LogIn"]"#, #""LogOut"]"#, 1, "the result of the login LogOut cannot hold an access token",
      "select Tokens.access"
    ),
    (#"["Tokens.access"]"#, #"["Tokens.acces"]"#, 4, "", "did you mean \"access\"?"),
    (
      #"["Tokens.access"]"#, #"["User.tags"]"#, 1,
      "the result of the login LogIn cannot hold an access token", "select User.tags outside lists"
    ),
    (
      #""input.token""#, #""input.tocen""#, 2, "RefreshInput has no input field \"tocen\"",
      "did you mean \"token\"?"
    ),
    (
      #""input.token""#, #""token""#, 2, "the operation has no variable \"token\"", "there is input"
    ),
    (
      #"["Tokens.refresh"]"#, "[]", 2,
      "Refresh gets the refresh token, and \"refreshToken\" lists no field with one",
      #"write "with": "accessToken""#
    ),
    (
      #""Tokens.expiresIn"], "unit": "seconds""#, #""Tokens.access"], "unit": "seconds""#, 6,
      "expected a field of the type Int or Double, found Secret", "change \"unit\""
    ),
    (
      #""userID": "User.id""#, #""accessToken": "User.id""#, 7,
      "\"accessToken\" cannot be the name of a property of the session", "choose another name"
    ),
    (
      #""userID": "User.id""#, #""userID": "User.tags""#, 7,
      "no operation that returns tokens selects User.tags", "select it outside lists"
    ),
    (
      #""input.token""#, #""input""#, 2,
      "expected a variable or an input field with a string, found the type RefreshInput",
      "write the path to the field, such as input.refreshToken"
    ),
    (
      #"{ "operation": "Refresh", "token": "input.token" }"#, #""Refresh""#, 2,
      "Refresh has a required variable that is not for a token, \"input\"",
      #"write "token": "input""#
    ),
    (
      #""LogIn"]"#, #""logIn"]"#, 1, "no document has an operation \"logIn\"",
      "that is a field: write the name of an operation that selects it"
    ),
    (
      #""LogIn"]"#, #""Me"]"#, 1, "the result of the login Me cannot hold an access token",
      "select Tokens.access"
    ),
    (
      #""Tokens.expiresIn"], "unit": "seconds""#, #""User.id"]"#, 6,
      "expected a field of the type DateTime or String, found ID", "change \"unit\""
    ),
    (
      #""userID": "User.id""#, #""user-id": "User.id""#, 7,
      "\"user-id\" cannot be the name of a property of the session", "choose another name"
    ),
    (
      #""userID": "User.id""#, #""user": "Session.user""#, 7,
      "expected a scalar or an enum for \"user\", found the type User", "name a field of that type"
    ),
    (
      #"["Tokens.access"]"#, #"["Session.tokens"]"#, 1,
      "the result of the login LogIn cannot hold an access token", "select Session.tokens"
    ),
    (
      #""logOut": "LogOut""#, #""logOut": "Refresh""#, 3, "the operation Refresh is listed twice",
      "list each operation once"
    ),
    (
      #""logOut": "LogOut""#, #""deleteAccount": "LogOut", "logOut": "LogOut""#, 3,
      "the operation LogOut is listed twice", "list each operation once"
    ),
    (
      #""logOut": "LogOut""#, #""deleteAccount": "Me""#, 3,
      "expected a mutation in \"deleteAccount\", found the query Me", "name the mutation"
    ),
    (
      #""refresh": { "operation": "Refresh", "token": "input.token" }"#,
      #""deleteAccount": "Refresh""#,
      2, "no field of Refresh is in \"authenticated\"", "only a signed-in user"
    ),
    (
      #"{ "field": "Problem.code""#, #"{ "field": "Tokens.expiresIn""#, 11,
      "no operation selects Tokens.expiresIn in the form", "select it in an operation"
    ),
    (
      #"{ "status": 401 }"#, "{}", 9,
      "expected one of \"status\", \"extension\", \"member\", \"messages\", \"field\", \"null\" and \"closeCode\", found 0",
      "write an entry"
    ),
    (
      #"{ "status": 401 }"#, #"{ "extension": "code" }"#, 9, "\"values\" is missing",
      "list the values"
    ),
    (
      #"{ "status": 401 }"#, #"{ "status": 401, "beforeExecution": true }"#, 9,
      "\"beforeExecution\" is only for", "remove it"
    ),
    (
      #"{ "userID": "User.id" }"#, #"{ "userIdentity": "User.id" }"#, 7,
      "\"userIdentity\" cannot be the name of a property", "choose another name"
    ),
    (
      #""properties": {"#, #""user": "id", "properties": {"#, 7,
      "expected the name of an entry of \"properties\", found \"id\"", "list the field"
    ),
    (
      #""properties": {"#, #""user": "userID", "properties": {"#, 7,
      "the refresh does not select the field of \"userID\"", "select it in the refresh"
    ),
    (
      #"{ "userID": "User.id" }"#, #"{ "userID": "Tokens.access" }, "user": "userID""#, 7,
      "expected a property of the type String or Int, found Secret", "name the field"
    ),
    (
      #""values": ["EXPIRED"]"#, #""values": ["OTHER", "EXPIERD"]"#, 11,
      "the enum Code of Problem.code has no value \"EXPIERD\"", "did you mean \"EXPIRED\"?"
    ),
    (
      #""leeway""#, #""send": { "header": "Authorization:" }, "leeway""#, 7,
      "expected a name as in an HTTP header, found \"Authorization:\"", "without spaces and a colon"
    ),
    (
      #""leeway""#, #""send": { "scheme": "Bearer " }, "leeway""#, 7,
      "expected a name as in an HTTP header, found \"Bearer \"", "without spaces and a colon"
    ),
    (
      #""leeway""#, #""send": { "header": "Cookie", "template": "sid=token" }, "leeway""#, 7,
      "expected {token} once in \"template\", found \"sid=token\"", "such as \"session={token}\""
    ),
    (
      #""leeway""#, #""send": { "scheme": "Bearer", "template": "{token}" }, "leeway""#, 7,
      "expected one of \"scheme\" and \"template\", found both", "the whole value"
    ),
    (
      #""leeway""#, #""send": { "variable": "email", "scheme": "Bearer" }, "leeway""#, 7,
      "expected \"variable\" alone, found a header field beside it", "remove \"variable\""
    ),
    (
      #"["Tokens.access"]"#, #"{ "responseHeader": "X-Token", "responseCookie": "sid" }"#, 4,
      "expected one of \"responseHeader\" and \"responseCookie\", found both", "remove one"
    ),
    (
      #""leeway""#, #""replaceTokens": ["Refresh"], "leeway""#, 7,
      "no field of Refresh is in \"authenticated\"", "the operation in \"logIn\""
    ),
    (
      #"["Tokens.access"]"#, #"["Session.message"]"#, 4,
      "expected a field with a token, found Session.message, which is a message",
      "name the field with the token"
    ),
    (
      #""Query.me""# + " }", #""Query.shop""# + " }", 10, "no operation selects Query.shop",
      "name a field of the root type"
    ),
  ])
  func errorIsAtItsLineWithAFix(
    old: String, new: String, row: Int, message: String, help: String
  ) async throws {
    #expect(Self.session.contains(old))
    let bench = try bench(Self.session.replacingOccurrences(of: old, with: new))
    let result = try await bench.run("generate")
    #expect(result.exitCode == 1)
    let place = "authgen.json:\(Self.lead + row):"
    #expect(
      result.errors.split(separator: "\n").contains {
        $0.hasPrefix(place) && $0.contains("error: \(message)")
      }, "\(result.errors)")
    #expect(result.errors.contains(help), "\(result.errors)")
    #expect(!bench.exists("out"))
  }

  /// Both types of the union have a token, by an interface; the login's error is optional.
  @Test func allPlacesOfAValueAreRead() async throws {
    let bench = try Workbench([
      "authgen.json": Sample.configuration(
        Sample.client(
          authentication: #"""
            {"authenticated": ["Query.me"], "session": {"logIn": ["LogIn"],
            "accessToken": ["Token.token"], "properties": {"userID": "Token.id"},
            "ended": [{"field": "Problem.code", "values": ["EXPIRED"]}, {"null": "Query.me"}]}}
            """#)),
      "schema.graphql": """
      type Query { me: Me }
      type Me { id: ID! }
      type Mutation { logIn: Result, other: Result }
      union Result = Password | SSO | Failure
      interface Token { token: String!, id: ID! }
      type Password implements Token { token: String!, id: ID! }
      type SSO implements Token { token: String!, id: ID! }
      type Failure { problem: Problem }
      type Problem { code: Code! }
      enum Code { EXPIRED }
      """,
      "ops/LogIn.graphql": """
      mutation LogIn { logIn {
        ... on Password { token id } ... on SSO { token id } ... on Failure { problem { code } } } }
      query Me { ...Root }
      fragment Root on Query { me { id } }
      """,
    ])
    let result = try await bench.run("generate")
    #expect(result.exitCode == 0, "\(result.errors)")
    let text = try bench.text("out/Shop.Session.swift")
    for line in [
      "    if case .password(let object1)? = data.logIn?.concrete {", "token = object1.token",
      "    if case .sso(let object1)? = data.logIn?.concrete {", "token = token ?? object1.token",
      "userID = userID ?? object1.id", "$0 == object1.problem?.code.rawValue",
      "    if data.rootFragment.me == nil { return true }",
    ] {
      #expect(text.contains(line), "\(line)\n\(text)")
    }
    #expect(try bench.text("out/LogIn.graphql.swift").contains("var token: Secret\n"))
  }

  /// Each fragment spreads the next one twice: 2^40 ways to the token.
  @Test func searchForATokenIsNotExponential() async throws {
    let fragments = (0..<40).map { number in
      let next = "{ id ...F\(number + 1) }"
      return "fragment F\(number) on T { a \(next) b \(next) }"
    }
    let bench = try Workbench([
      "authgen.json": Sample.configuration(
        Sample.client(
          authentication: #"""
            {"authenticated": [], "session": {"logIn": ["LogIn"], "accessToken": ["T.token"]}}
            """#)),
      "schema.graphql": """
      type Query { a: Int }
      type Mutation { logIn: T }
      type T { a: T, b: T, token: String, id: ID }
      """,
      "ops/LogIn.graphql":
        (["mutation LogIn { logIn { ...F0 } }"] + fragments + [
          "fragment F40 on T { token }"
        ]).joined(separator: "\n"),
    ])
    let result = try await bench.run("generate")
    #expect(result.exitCode == 0, "\(result.errors)")
  }

  /// It is called when the access token has expired.
  @Test func refreshThatNeedsASessionIsAnError() async throws {
    let bench = try bench()
    let text = try bench.text("authgen.json").replacingOccurrences(
      of: #""Mutation.logOut"]"#, with: #""Mutation.*"]"#)
    try bench.write(text, to: "authgen.json")
    let result = try await bench.run("generate")
    #expect(result.exitCode == 1)
    #expect(
      result.errors.contains("authgen.json:5:")
        && result.errors.contains("the refresh Refresh needs a session"), "\(result.errors)")
    #expect(result.errors.contains("remove its field from \"authenticated\""), "\(result.errors)")
  }

  @Test func cookiesAndReplacedTokensAreGenerated() async throws {
    let bench = try bench(
      Self.session.replacingOccurrences(
        of: #"["Tokens.access"]"#,
        with: #"{ "responseCookie": "sid", "ifPresent": ["Tokens.access"] }"#
      ).replacingOccurrences(
        of: #""leeway": 60"#,
        with:
          #""send": { "header": "Cookie", "template": "sid={token}" }, "replaceTokens": ["Switch"]"#
      ).replacingOccurrences(
        of: #"{ "status": 401 }"#, with: #"{ "messages": ["Expired"], "beforeExecution": true }"#),
      operations: Self.operations + """
        mutation Switch($tenant: ID!) {
          switchTenant(tenant: $tenant) { access refresh expiresIn }
        }

        """)
    try bench.write(
      Self.schema.replacingOccurrences(
        of: "logOut: Boolean", with: "logOut: Boolean\n  switchTenant(tenant: ID!): Tokens"),
      to: "schema.graphql")
    try bench.write(
      try bench.text("authgen.json").replacingOccurrences(
        of: #""Mutation.logOut"]"#, with: #""Mutation.logOut", "Mutation.switchTenant"]"#),
      to: "authgen.json")
    let result = try await bench.run("generate")
    #expect(result.exitCode == 0, "\(result.errors)")
    let text = try bench.text("out/Shop.Session.swift")
    for line in [
      #"Credential(.header("Cookie", template: "sid={token}"), token: self.accessToken)"#,
      #"guard let accessToken = response.token(inCookie: "sid"), !accessToken.isEmpty"#,
      "extension SwitchMutation: TokenReplacingOperation {",
      "nonisolated extension TokenReplacingOperation where Self == SwitchMutation {",
      "public func replaceTokens<Operation: TokenReplacingOperation>(",
      "store: store.store(of: \"Shop\", by: client)",
      #".message(in: ["Expired"], beforeExecution: true),"#,
    ] {
      #expect(text.contains(line), "\(line)\n\(text)")
    }
    // Methods of the session's own operations would bypass the session.
    let document = try bench.text("out/shop.graphql.swift")
    #expect(document.contains("func me("))
    for name in ["logIn", "refresh", "logOut", "switch"] {
      #expect(!document.contains("func \(name)("), "\(document)")
    }
  }

  // MARK: Second steps

  private static let secondStep = #"""
    "logIn": ["LogIn"], "accessToken": ["Tokens.access"],
    "secondStep": {
      "token": ["SecondFactor.challenge"],
      "extension": "mfa.token",
      "operations": [{ "operation": "Verify", "token": "challenge" }, "UseKey"],
      "expired": [{ "status": 410 }, { "extension": "code", "values": ["OVER"] }]
    }
    """#

  private func benchWithStep(_ session: String = secondStep) throws -> Workbench {
    let bench = try bench(
      session,
      operations: Self.operations.replacingOccurrences(
        of: "methods errors", with: "challenge errors")
          + """
          mutation Verify($challenge: String!, $code: String!) {
            verify(challenge: $challenge, code: $code) {
              ... on Session { tokens { access } } ... on SecondFactor { challenge }
            }
          }
          mutation VerifyInput($input: VerifyInput!) {
            verifyInput(input: $input) { access }
          }
          mutation UseKey($key: String!) { useKey(key: $key) { access } }

          """)
    try bench.write(
      Self.schema.replacingOccurrences(
        of: "logOut: Boolean",
        with: """
          logOut: Boolean
            verify(challenge: String!, code: String!): LogInResult
            verifyInput(input: VerifyInput!): Tokens
            useKey(key: String!): Tokens
          """
      ).replacingOccurrences(of: "methods: [String!]!", with: "challenge: String!")
        + "input VerifyInput { challenge: String!, code: String! }\n", to: "schema.graphql")
    return bench
  }

  @Test func reportNamesTheOperationsOfASecondStepAndOfADeletion() async throws {
    let bench = try benchWithStep(Self.secondStep + #", "deleteAccount": "LogOut""#)
    let json = try await bench.run("report", "--format", "json").output
    #expect(json.contains(#""secondStep":["Verify","UseKey"]"#), "\(json)")
    #expect(json.contains(#""deleteAccount":"LogOut""#), "\(json)")
    let result = try await bench.run("report", "--output", "report.html")
    #expect(result.exitCode == 0, "\(result.errors)")
    let page = try bench.text("report.html")
    for (title, names) in [("Second step", ["Verify", "UseKey"]), ("Delete account", ["LogOut"])] {
      let links = names.map { ##"<a href="#Shop-operation-\##($0)">\##($0)</a>"## }
      #expect(page.contains("<dt>\(title)<dd>\(links.joined(separator: " "))"), "\(page)")
    }
  }

  @Test func secondStepIsGenerated() async throws {
    let bench = try benchWithStep()
    let result = try await bench.run("generate")
    #expect(result.exitCode == 0, "\(result.errors)")
    let text = try bench.text("out/Shop.Session.swift")
    for line in [
      "extension LogInMutation: TwoStepLogInOperation {",
      "nonisolated extension TwoStepLogInOperation where Self == LogInMutation {",
      "  public static func stepToken(of data: Data) -> Secret? {",
      "    if case .secondFactor(let object1)? = data.logIn?.concrete {",
      "      token = object1.challenge",
      #"  public static var stepExtension: [String] { ["mfa", "token"] }"#,
      "extension VerifyMutation: SecondStepOperation {",
      "      .status(410),\n      .extensions(\"code\", in: [\"OVER\"]),",
      "nonisolated extension SecondStep where Session == ShopSession.Stored {",
      "  public func verify(code: String) async throws(SecondStepError)",
      "    try await self.finish { challenge in VerifyMutation(challenge: challenge, code: code) }",
      "    try await self.finish(credential: { Session(accessToken: $0).credential }) { _ in",
      "  public func logIn<Operation: TwoStepLogInOperation>(",
    ] {
      #expect(text.contains(line), "\(line)\n\(text)")
    }
    // The token is a secret, and the operations bypass no session.
    let document = try bench.text("out/shop.graphql.swift")
    #expect(document.contains("var challenge: Secret"), "\(document)")
    for name in ["logIn", "verify", "useKey"] { #expect(!document.contains("func \(name)(")) }
    #expect(document.contains("func verifyInput("))
  }

  @Test(arguments: [
    (
      #""Verify", "token": "challenge""#, #""Verify", "token": "code2""#, 5,
      "the operation has no variable"
    ),
    (#""Verify", "token": "challenge""#, #""Me""#, 5, "cannot hold an access token"),
    (#""Verify", "token": "challenge""#, #""LogIn", "token": "email""#, 5, "LogIn is listed twice"),
    (#""SecondFactor.challenge""#, #""User.number""#, 3, "no login selects User.number"),
    (
      #""SecondFactor.challenge""#, #""Tokens.access""#, 3,
      "Tokens.access is also in \"accessToken\""
    ),
    (#"{ "status": 410 }"#, #"{ "null": "Query.me" }"#, 6, "\"expired\" has signs of errors alone"),
    (#"{ "status": 410 }"#, "{}", 6, "expected one of \"status\""),
    (
      #""token": ["SecondFactor.challenge"],"# + "\n  \"extension\": \"mfa.token\",", "", 2,
      "\"secondStep\" names neither a field nor an extension"
    ),
  ])
  func errorInASecondStepIsAtItsLine(
    old: String, new: String, row: Int, message: String
  ) async throws {
    #expect(Self.secondStep.contains(old))
    let bench = try benchWithStep(Self.secondStep.replacingOccurrences(of: old, with: new))
    let result = try await bench.run("generate")
    #expect(result.exitCode == 1)
    #expect(
      result.errors.split(separator: "\n").contains {
        $0.hasPrefix("authgen.json:\(Self.lead + row):") && $0.contains(message)
      }, "\(result.errors)")
  }

  @Test func refreshWithAnotherRequiredVariableIsAnError() async throws {
    let bench = try bench(
      operations: Self.operations.replacingOccurrences(
        of: "mutation Refresh($input: RefreshInput!)",
        with: "mutation Refresh($input: RefreshInput!, $email: String!)"
      ).replacingOccurrences(
        of: "refresh(input: $input) {",
        with: "other: logIn(email: $email, password: \"\") { __typename } refresh(input: $input) {")
    )
    let result = try await bench.run("generate")
    #expect(result.exitCode == 1)
    #expect(
      result.errors.contains("Refresh has a required variable that is not for a token, \"email\""),
      "\(result.errors)")
  }

  @Test func emittedRuntimeHasTheSessionsOfAClient() async throws {
    let bench = try bench(options: #""options": {"runtime": "sources"}, "#)
    #expect(try await bench.run("generate").exitCode == 0)
    #expect(bench.exists("out/Sessions.SessionManager.swift"))
    for name in try bench.names("out") {
      #expect(!(try bench.text("out/\(name)").contains("import AuthGen")), "\(name)")
    }
  }
}
