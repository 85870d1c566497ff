// swift-tools-version: 6.1
import PackageDescription

let package = Package(
  name: "authgen",
  platforms: [.macOS(.v13), .iOS(.v16), .tvOS(.v16), .watchOS(.v9), .visionOS(.v1)],
  products: [
    .executable(name: "authgen", targets: ["authgen"]),
    .executable(name: "authgen-fetch", targets: ["authgen-fetch"]),
    .executable(name: "authgen-demo", targets: ["authgen-demo"]),
    .plugin(name: "AuthGenBuildPlugin", targets: ["AuthGenBuildPlugin"]),
    .plugin(name: "AuthGenCommandPlugin", targets: ["AuthGenCommandPlugin"]),

    .library(name: "AuthGenRuntime", targets: ["AuthGenRuntime"]),
    .library(name: "AuthGenSessions", targets: ["AuthGenSessions"]),
    .library(name: "AuthGenKeychainGate", targets: ["AuthGenKeychainGate"]),
    .library(name: "AuthGenPinning", targets: ["AuthGenPinning"]),
    .library(name: "AuthGenPages", targets: ["AuthGenPages"]),
    .library(name: "AuthGenCache", targets: ["AuthGenCache"]),
    .library(name: "AuthGenStreams", targets: ["AuthGenStreams"]),
    .library(name: "AuthGenUploads", targets: ["AuthGenUploads"]),
    .library(name: "AuthGenCatching", targets: ["AuthGenCatching"]),
    .library(name: "AuthGenLogging", targets: ["AuthGenLogging"]),
    .library(name: "AuthGenTesting", targets: ["AuthGenTesting"]),

    .library(name: "AuthGenWebLogin", targets: ["AuthGenWebLogin"]),
    .library(name: "AuthGenBrowser", targets: ["AuthGenBrowser"]),
    .library(name: "AuthGenApple", targets: ["AuthGenApple"]),
    .library(name: "AuthGenOpenID", targets: ["AuthGenOpenID"]),
    .library(name: "AuthGenHorizon", targets: ["AuthGenHorizon"]),
    .library(name: "AuthGenHorizonUI", targets: ["AuthGenHorizonUI"]),
    .library(name: "AuthGenHorizonScalars", targets: ["AuthGenHorizonScalars"]),
    .library(name: "AuthGenOry", targets: ["AuthGenOry"]),
    .library(name: "PreludeAuth", targets: ["PreludeAuth"]),
    .library(name: "PreludeAuthSocial", targets: ["PreludeAuthSocial"]),

    .library(name: "HorizonAPI", targets: ["HorizonAPI"]),
    .library(name: "OpenIDAPI", targets: ["OpenIDAPI"]),
    .library(name: "Auth0API", targets: ["Auth0API"]),
    .library(name: "OryAPI", targets: ["OryAPI"]),
    .library(name: "PreludeAPI", targets: ["PreludeAPI"]),
  ],
  targets: generator + runtime + login + generatedClients + plugins + tools + tests,
  swiftLanguageModes: [.v6]
)

// MARK: Generator, in the order of its stages

var generator: [Target] {
  [
    // Reads and prints text: lexer, parser, printer, introspection, JSON, diagnostics.
    generatorTarget("Language"),
    // Builds a schema from its documents, and prints it.
    generatorTarget("TypeSystem", ["AuthGenLanguage"]),
    // Checks the rules for schemas and operations: the specification's and authgen's own.
    generatorTarget("Validation", ["AuthGenLanguage", "AuthGenTypeSystem"]),
    // Finds the changes between two schemas, and the operations that they affect.
    generatorTarget(
      "SchemaDiff", ["AuthGenLanguage", "AuthGenTypeSystem", "AuthGenValidation"]),
    // Reads the directives that describe REST services.
    generatorTarget("Connectors", ["AuthGenLanguage", "AuthGenSupport", "AuthGenTypeSystem"]),
    // Decides the names, types and optionality of the Swift output.
    generatorTarget(
      "SwiftModel",
      [
        "AuthGenConnectors", "AuthGenCryptography", "AuthGenLanguage", "AuthGenSupport",
        "AuthGenTypeSystem", "AuthGenValidation",
      ]),
    // Parses and renders templates.
    generatorTarget("Mustache"),
    // Contains the built-in templates.
    .target(
      name: "AuthGenTemplates", path: "Templates",
      resources: [.embedInCode("text"), .embedInCode("report")]),
    // Reads the configuration, runs the stages, and writes the files.
    generatorTarget(
      "Generation",
      [
        "AuthGenConnectors", "AuthGenCryptography", "AuthGenLanguage", "AuthGenMustache",
        "AuthGenSupport", "AuthGenSwiftModel", "AuthGenTemplates", "AuthGenTypeSystem",
        "AuthGenValidation",
      ]),
    // Runs the commands, and prints what they find.
    generatorTarget(
      "CommandLine",
      [
        "AuthGenCryptography", "AuthGenGeneration", "AuthGenLanguage", "AuthGenMustache",
        "AuthGenSchemaDiff", "AuthGenSupport", "AuthGenSwiftModel", "AuthGenTemplates",
        "AuthGenTypeSystem", "AuthGenValidation",
      ]),
    // Reads a server's schema. A program that links the network library starts slowly, so it is separate.
    generatorTarget(
      "SchemaFetch",
      [
        "AuthGenCommandLine", "AuthGenGeneration", "AuthGenLanguage", "AuthGenRuntime",
        "AuthGenSupport", "AuthGenTypeSystem",
      ]),
    // Has the threads, the memory and the hashing of the generator.
    generatorTarget(
      "Support", [.target(name: "CMalloc", condition: .when(platforms: [.linux]))]),
    // Imports the settings of the C allocator on Linux.
    .systemLibrary(name: "CMalloc", path: "Sources/Generator/CMalloc"),
  ]
}

func generatorTarget(_ folder: String, _ dependencies: [Target.Dependency] = []) -> Target {
  .target(
    name: "AuthGen\(folder)", dependencies: dependencies, path: "Sources/Generator/\(folder)")
}

// MARK: Runtime

var runtime: [Target] {
  [
    // Sends operations and reads responses. All generated code imports it.
    runtimeTarget("AuthGenRuntime"),
    // Keeps, refreshes and stores a user's session.
    runtimeTarget("AuthGenSessions", ["AuthGenRuntime"]),
    // Lets the system ask the user before it decrypts a stored session, on Apple platforms.
    runtimeTarget("AuthGenKeychainGate", ["AuthGenRuntime", "AuthGenSessions"]),
    // Reads a field under `@catch` as a `Result`.
    runtimeTarget("AuthGenCatching", ["AuthGenRuntime"]),
    // Hashes, and verifies signatures. It is the only target of the runtime that the generator uses.
    runtimeTarget("AuthGenCryptography"),
    // Accepts only servers with pinned public keys.
    runtimeTarget("AuthGenPinning", ["AuthGenCryptography", "AuthGenRuntime"]),
    // Reads the pages of a connection, one after the other.
    runtimeTarget("AuthGenPages", ["AuthGenRuntime"]),
    // Keeps the data of queries in memory, for one login at a time.
    runtimeTarget("AuthGenCache", ["AuthGenRuntime", "AuthGenSessions"]),
    // Delivers the events of subscriptions, and results in parts.
    runtimeTarget("AuthGenStreams", ["AuthGenRuntime"]),
    // Sends files as variables.
    runtimeTarget("AuthGenUploads", ["AuthGenRuntime"]),
    // Logs calls without secrets.
    runtimeTarget("AuthGenLogging", ["AuthGenRuntime"]),
    // Has sample values and a transport for apps' tests, and a demo service.
    runtimeTarget("AuthGenTesting", ["AuthGenRuntime"]),
  ]
}

func runtimeTarget(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
  .target(
    name: name, dependencies: dependencies, path: "Sources/Runtime/\(name)",
    resources: privacyManifest())
}

/// Apple requires one of each library that apps link.
func privacyManifest() -> [Resource] { [.copy("PrivacyInfo.xcprivacy")] }

// MARK: Login

var login: [Target] {
  [
    // Has what all browser logins share: redirects, pending logins, PKCE, DPoP.
    loginTarget(
      "AuthGenWebLogin", "WebLogin", ["AuthGenCryptography", "AuthGenRuntime", "AuthGenSessions"]),
    // Shows login pages in the browser of each platform.
    loginTarget("AuthGenBrowser", "Browser", ["AuthGenRuntime", "AuthGenWebLogin"]),
    // Signs users in with Apple in the system's sheet, for any of the logins below.
    loginTarget(
      "AuthGenApple", "Apple",
      ["AuthGenCryptography", "AuthGenRuntime", "AuthGenSessions", "AuthGenWebLogin"]),
    // Logs in with any provider of OpenID Connect. Its folder `Auth0` has what only Auth0 needs.
    loginTarget(
      "AuthGenOpenID", "OpenID",
      [
        "AuthGenCryptography", "AuthGenRuntime", "AuthGenSessions", "AuthGenWebLogin", "OpenIDAPI",
      ]),
    // Has Horizon's scalars, which `HorizonAPI` and `AuthGenHorizon` share.
    loginTarget("AuthGenHorizonScalars", "HorizonScalars", ["AuthGenRuntime"]),
    // Logs in at Horizon, and manages the account.
    loginTarget(
      "AuthGenHorizon", "Horizon",
      [
        "AuthGenHorizonScalars", "AuthGenRuntime", "AuthGenSessions", "AuthGenWebLogin",
        "HorizonAPI",
      ]),
    // Shows the screens of a login at Horizon with SwiftUI.
    loginTarget(
      "AuthGenHorizonUI", "HorizonUI",
      [
        "AuthGenApple", "AuthGenHorizon", "AuthGenHorizonScalars", "AuthGenRuntime",
        "AuthGenSessions", "HorizonAPI",
      ]),
    // Logs in at Ory.
    loginTarget(
      "AuthGenOry", "Ory", ["AuthGenRuntime", "AuthGenSessions", "AuthGenWebLogin", "OryAPI"]),
    // Logs in at Prelude by email code or with a provider. Prelude's documentation fixes the name.
    loginTarget(
      "PreludeAuth", "PreludeAuth",
      ["AuthGenRuntime", "AuthGenSessions", "AuthGenWebLogin", "PreludeAPI"]),
    // Presents a provider's page for a login at Prelude. Its name is fixed, too.
    loginTarget(
      "PreludeAuthSocial", "PreludeAuthSocial",
      [
        "AuthGenBrowser", "AuthGenRuntime", "AuthGenSessions", "AuthGenWebLogin", "PreludeAuth",
      ]),
  ]
}

func loginTarget(
  _ name: String, _ folder: String, _ dependencies: [Target.Dependency]
) -> Target {
  .target(
    name: name, dependencies: dependencies, path: "Sources/Login/\(folder)",
    resources: privacyManifest())
}

// MARK: Generated clients, from the schemas in Schemas

var generatedClients: [Target] {
  [
    // Calls Horizon's GraphQL API.
    generatedClient("HorizonAPI", ["AuthGenHorizonScalars"]),
    // Calls the endpoints of OpenID Connect.
    generatedClient("OpenIDAPI"),
    // Calls the endpoints that only Auth0 has.
    generatedClient("Auth0API"),
    // Calls Ory's native flows.
    generatedClient("OryAPI"),
    // Calls Prelude's sessions and logins.
    generatedClient("PreludeAPI"),
  ]
}

func generatedClient(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
  .target(
    name: name, dependencies: ["AuthGenRuntime"] + dependencies, path: "Generated/\(name)",
    resources: privacyManifest())
}

// MARK: Plugins and tools

var plugins: [Target] {
  [
    // Generates the clients of a target in each build.
    .plugin(
      name: "AuthGenBuildPlugin", capability: .buildTool(), dependencies: ["authgen"],
      path: "Sources/Plugins/AuthGenBuildPlugin"),
    // Runs authgen by hand: `swift package authgen`.
    .plugin(
      name: "AuthGenCommandPlugin",
      capability: .command(
        intent: .custom(
          verb: "authgen",
          description: "Generates Swift clients for GraphQL APIs, or checks what was generated"),
        permissions: [
          .writeToPackageDirectory(reason: "authgen writes the Swift sources that it generates.")
        ]),
      dependencies: ["authgen"], path: "Sources/Plugins/AuthGenCommandPlugin"),
  ]
}

var tools: [Target] {
  [
    // Generates clients.
    tool("authgen", ["AuthGenCommandLine", "AuthGenSupport"]),
    // Writes a server's schema.
    tool("authgen-fetch", ["AuthGenCommandLine", "AuthGenSchemaFetch"]),
    // Is an app at the terminal that logs in to each system.
    tool(
      "authgen-demo",
      [
        "AuthGenBrowser", "AuthGenHorizon", "AuthGenHorizonUI", "AuthGenOpenID", "AuthGenRuntime",
        "AuthGenSessions", "AuthGenStreams", "AuthGenWebLogin", "HorizonAPI",
      ]),
  ]
}

func tool(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
  .executableTarget(name: name, dependencies: dependencies, path: "Sources/Tools/\(name)")
}

// MARK: Tests

/// Whether `swift test` runs everything. Without `AUTHGEN_TESTS=full`, it runs the first tier: tests that need
/// no server, no browser, no compiler and no network.
var isFull: Bool { Context.environment["AUTHGEN_TESTS"] == "full" }

/// The folders and files of a target that only the full tier compiles.
@MainActor func fullTier(_ paths: String...) -> [String] { isFull ? [] : paths }

var tests: [Target] {
  [
    // Finds files of the checkout, runs programs, and updates goldens.
    testSupport("TestSupport", ["AuthGenLanguage", "TestWidth"]),
    // Limits how many tests run at once.
    .target(name: "TestWidth", path: "Tests/Support/TestWidth"),
    // Has signing keys for systems without CryptoKit.
    testSupport(
      "LoginTestSupport",
      [
        "AuthGenCryptography", "AuthGenRuntime", "AuthGenSessions", "AuthGenTestSupport",
        "AuthGenWebLogin",
      ]),
    // Starts servers on 127.0.0.1.
    testSupport("TestServers", ["AuthGenHorizon", "AuthGenRuntime", "AuthGenTestSupport"]),
    // Is the demo server.
    .executableTarget(
      name: "authgen-demo-server", dependencies: ["AuthGenTestServers"],
      path: "Tests/Support/DemoServer"),
    // Stores sessions and begins logins until it is killed.
    .executableTarget(
      name: "AppProcess",
      dependencies: ["AuthGenOpenID", "AuthGenRuntime", "AuthGenSessions", "AuthGenWebLogin"],
      path: "Tests/Support/AppProcess"),

    // Tests `Sources/Generator`.
    .testTarget(
      name: "GeneratorTests",
      dependencies: [
        "AuthGenCommandLine", "AuthGenConnectors", "AuthGenGeneration", "AuthGenLanguage",
        "AuthGenMustache", "AuthGenRuntime", "AuthGenSchemaDiff", "AuthGenSupport",
        "AuthGenSwiftModel", "AuthGenTemplates", "AuthGenTestServers", "AuthGenTestSupport",
        "AuthGenTypeSystem", "AuthGenValidation", "authgen",
      ],
      path: "Tests/Generator",
      exclude: [
        "CommandLine/Deviations.md", "CommandLine/Recorded", "RandomSchemas/execute.py",
        "RandomSchemas/swift-words.txt", "Recorded", "SchemaDiff/schema-changes.txt",
        "Support/hostile-names.txt", "Validation/Executable/Fixtures",
        "Validation/TypeSystem/Fixtures",
      ] + fullTier("RandomSchemas", "CommandLine/ModulesTests.swift"),
      resources: [.copy("Mustache/Specification")]),
    // Tests `Sources/Runtime`.
    .testTarget(
      name: "RuntimeTests",
      dependencies: [
        "AppProcess", "Auth0API", "AuthGenCache", "AuthGenCatching", "AuthGenCryptography",
        "AuthGenHorizon", "AuthGenLogging", "AuthGenPages", "AuthGenPinning", "AuthGenRuntime",
        "AuthGenSessions", "AuthGenStreams", "AuthGenTestSupport", "AuthGenTesting",
        "AuthGenUploads", "HorizonAPI", "OpenIDAPI", "OryAPI", "PreludeAPI",
      ]
        + (isFull
          ? [
            "BackendFixture", "ConstructsFixture", "HostileServiceFixture", "UploadingProcess",
            "UploadsFixture",
          ] : []),
      path: "Tests/Runtime",
      exclude: ["AuthGenSessions/Scripts"]
        + fullTier(
          "AuthGenCache", "AuthGenPages", "AuthGenRuntime/EqualityTests.swift",
          "AuthGenRuntime/HostileServiceTests.swift", "AuthGenRuntime/ReaderContractTests.swift",
          "AuthGenStreams", "AuthGenTesting", "AuthGenUploads"),
      resources: [.copy("AuthGenCryptography/Vectors")]),
    // Tests `Sources/Login`.
    .testTarget(
      name: "LoginTests",
      dependencies: [
        "AppProcess",
        "Auth0API", "AuthGenApple", "AuthGenBrowser", "AuthGenCryptography", "AuthGenHorizon",
        "AuthGenHorizonScalars", "AuthGenHorizonUI", "AuthGenLoginTestSupport", "AuthGenOpenID",
        "AuthGenOry", "AuthGenPages", "AuthGenPinning", "AuthGenRuntime", "AuthGenSessions",
        "AuthGenStreams", "AuthGenTestSupport", "AuthGenTesting", "AuthGenUploads",
        "AuthGenWebLogin", "HorizonAPI", "OpenIDAPI", "OryAPI", "PreludeAPI",
        "PreludeAuth", "PreludeAuthSocial", "authgen",
      ],
      path: "Tests/Login",
      exclude: [
        "Fixtures", "PreludeAuthSocial/Document", "Wire/Released", "Wire/logins.txt",
        "Wire/operations.txt", "Wire/sessions.txt",
      ]
        + fullTier(
          "Apple", "Browser", "Horizon", "HorizonScalars", "HorizonUI", "Localization", "Ory",
          "PreludeAuth", "PreludeAuthSocial", "ResponseReports", "WebLogin/ErasureTests.swift",
          "WebLogin/LoginLinksTests.swift", "Wire")),
  ] + (isFull ? testsOfTheFullTier : [])
}

var testsOfTheFullTier: [Target] {
  [
    // Uploads a file, and reports how much memory that takes.
    .executableTarget(
      name: "UploadingProcess",
      dependencies: ["AuthGenRuntime", "AuthGenUploads", "UploadsFixture"],
      path: "Tests/Support/UploadingProcess"),
    // Runs logins and sessions for half an hour, through many faults.
    .executableTarget(
      name: "authgen-soak",
      dependencies: [
        "AuthGenHorizon", "AuthGenOpenID", "AuthGenRuntime", "AuthGenSessions",
        "AuthGenTestServers", "AuthGenTestSupport", "AuthGenWebLogin", "OpenIDAPI",
        .target(name: "CMalloc", condition: .when(platforms: [.linux])),
      ],
      path: "Tests/Benchmarks/Soak"),
    // Compiles what is generated for each construct of GraphQL.
    fixture("Constructs", ["AuthGenCatching", "AuthGenStreams"]),
    // Compiles the checked-in sources for a REST service.
    .target(
      name: "BackendFixture", dependencies: ["AuthGenRuntime"],
      path: "Tests/Fixtures/Backend/Generated"),
    // Compiles what is generated for a REST service with hostile names and texts.
    fixture("HostileService"),
    // Compiles what is generated for uploads.
    fixture("Uploads", ["AuthGenUploads"]),
    // Compiles what is generated for the sessions of several servers.
    fixture("Sessions", ["AuthGenSessions"]),
    // Tests how generated code is used.
    .testTarget(
      name: "GeneratedTests",
      dependencies: [
        "AuthGenHorizonScalars", "AuthGenRuntime", "AuthGenTestSupport", "ConstructsFixture",
        "HorizonAPI",
      ],
      path: "Tests/Generated"),
    // Tests the demo and the programs.
    .testTarget(
      name: "ToolTests",
      dependencies: [
        "AuthGenHorizon", "AuthGenRuntime", "AuthGenSessions", "AuthGenTestSupport",
        "AuthGenTesting", "HorizonAPI", "authgen", "authgen-demo", "authgen-fetch",
      ],
      path: "Tests/Tools",
      exclude: ["Fixtures"]),
    // Builds packages that use authgen as apps do, and checks this package's structure.
    .testTarget(
      name: "PackageTests",
      dependencies: [
        "AuthGenRuntime", "AuthGenTestServers", "AuthGenTestSupport", "HorizonAPI", "authgen",
      ],
      path: "Tests/Packages"),
    // Compiles the code samples of README.md and the articles.
    .testTarget(
      name: "DocumentationTests",
      dependencies: [
        "AuthGenApple", "AuthGenBrowser", "AuthGenCache", "AuthGenHorizon", "AuthGenHorizonScalars",
        "AuthGenHorizonUI", "AuthGenKeychainGate", "AuthGenLogging", "AuthGenOpenID", "AuthGenOry",
        "AuthGenPages",
        "AuthGenPinning", "AuthGenRuntime", "AuthGenSessions", "AuthGenStreams",
        "AuthGenTestSupport", "AuthGenTesting", "AuthGenUploads", "AuthGenWebLogin",
        "BackendFixture", "ConstructsFixture", "HorizonAPI", "OpenIDAPI", "PreludeAuth",
        "PreludeAuthSocial", "UploadsFixture",
      ],
      path: "Tests/Documentation",
      exclude: ["SampleApp/App", "SampleApp/GraphQL", "SampleApp/authgen.json"]),
    // Tests against servers that run on this machine.
    .testTarget(
      name: "EndToEndTests",
      dependencies: [
        "AuthGenApple", "AuthGenBrowser", "AuthGenCache", "AuthGenCryptography",
        "AuthGenHorizon", "AuthGenLoginTestSupport", "AuthGenOpenID", "AuthGenRuntime",
        "AuthGenSessions", "AuthGenStreams", "AuthGenTestServers",
        "AuthGenTestSupport", "AuthGenUploads", "AuthGenWebLogin", "ConstructsFixture",
        "HorizonAPI", "OpenIDAPI",
        "AppProcess", "SessionsFixture", "UploadsFixture", "authgen", "authgen-demo",
        "authgen-fetch",
      ],
      path: "Tests/EndToEnd",
      exclude: ["README.md", "ReportPage/Fixture", "Requirements", "Server"]),
  ]
}

func testSupport(_ folder: String, _ dependencies: [Target.Dependency]) -> Target {
  .target(
    name: "AuthGen\(folder)", dependencies: dependencies, path: "Tests/Support/\(folder)")
}

/// Compiles the code that the build plugin generates for a test schema.
func fixture(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
  .target(
    name: "\(name)Fixture", dependencies: ["AuthGenRuntime"] + dependencies,
    path: "Tests/Fixtures/\(name)", plugins: ["AuthGenBuildPlugin"])
}

/// The upcoming features of the next language mode, except `NonisolatedNonsendingByDefault`: with it, the
/// sources that authgen copies into apps would have another meaning there. Older compilers ignore unknown
/// names.
let upcomingFeatures = [
  "ExistentialAny", "ImmutableWeakCaptures", "InferIsolatedConformances",
  "InternalImportsByDefault", "MemberImportVisibility",
]
for target in package.targets where ![.plugin, .system].contains(target.type) {
  target.swiftSettings = upcomingFeatures.map { .enableUpcomingFeature($0) }
  // For `.ci/run`.
  if Context.environment["AUTHGEN_WARNINGS"] == "errors" {
    target.swiftSettings?.append(.unsafeFlags(["-warnings-as-errors"]))
  }
}
