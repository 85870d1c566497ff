// swift-tools-version: 6.1
import PackageDescription

let package = Package(
  name: "authgen",
  platforms: [.macOS(.v13), .iOS(.v16)],
  products: [
    .executable(name: "authgen", targets: ["authgen"]),
    .executable(name: "authgen-fetch", targets: ["authgen-fetch"]),
    .executable(name: "authgen-demo", targets: ["authgen-demo"]),
    .plugin(name: "AuthGenBuildPlugin", targets: ["AuthGenBuildPlugin"]),
    .plugin(name: "AuthGenCommandPlugin", targets: ["AuthGenCommandPlugin"]),

    .library(name: "AuthGenRuntime", targets: ["AuthGenRuntime"]),
    .library(name: "AuthGenSessions", targets: ["AuthGenSessions"]),
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
    .library(name: "AuthGenOpenID", targets: ["AuthGenOpenID"]),
    .library(name: "AuthGenHorizon", targets: ["AuthGenHorizon"]),
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
    generatorTarget("Language"),
    generatorTarget("TypeSystem", ["AuthGenLanguage"]),
    generatorTarget("Validation", ["AuthGenLanguage", "AuthGenTypeSystem"]),
    generatorTarget(
      "SchemaDiff", ["AuthGenLanguage", "AuthGenTypeSystem", "AuthGenValidation"]),
    generatorTarget("Connectors", ["AuthGenLanguage", "AuthGenSupport", "AuthGenTypeSystem"]),
    generatorTarget(
      "SwiftModel",
      [
        "AuthGenConnectors", "AuthGenCryptography", "AuthGenLanguage", "AuthGenSupport",
        "AuthGenTypeSystem", "AuthGenValidation",
      ]),
    generatorTarget("Mustache"),
    .target(name: "AuthGenTemplates", path: "Templates", resources: [.embedInCode("text")]),
    generatorTarget(
      "Generation",
      [
        "AuthGenConnectors", "AuthGenCryptography", "AuthGenLanguage", "AuthGenMustache",
        "AuthGenSupport", "AuthGenSwiftModel", "AuthGenTemplates", "AuthGenTypeSystem",
        "AuthGenValidation",
      ]),
    generatorTarget(
      "CommandLine",
      [
        "AuthGenGeneration", "AuthGenLanguage", "AuthGenSchemaDiff", "AuthGenSupport",
        "AuthGenSwiftModel", "AuthGenTypeSystem", "AuthGenValidation",
      ]),
    // A separate module: a program that links the network library starts slowly.
    generatorTarget(
      "SchemaFetch",
      [
        "AuthGenCommandLine", "AuthGenGeneration", "AuthGenLanguage", "AuthGenRuntime",
        "AuthGenSupport", "AuthGenTypeSystem",
      ]),
    generatorTarget(
      "Support", [.target(name: "CMalloc", condition: .when(platforms: [.linux]))]),
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
    emittedTarget("AuthGenRuntime"),
    emittedTarget("AuthGenSessions", ["AuthGenRuntime"]),
    emittedTarget("AuthGenCatching", ["AuthGenRuntime"]),
    // Also a dependency of the generator.
    runtimeTarget("AuthGenCryptography"),
    runtimeTarget("AuthGenPinning", ["AuthGenCryptography", "AuthGenRuntime"]),
    runtimeTarget("AuthGenPages", ["AuthGenRuntime"]),
    runtimeTarget("AuthGenCache", ["AuthGenRuntime", "AuthGenSessions"]),
    runtimeTarget("AuthGenStreams", ["AuthGenRuntime"]),
    runtimeTarget("AuthGenUploads", ["AuthGenRuntime"]),
    runtimeTarget("AuthGenLogging", ["AuthGenRuntime"]),
    // For apps' tests.
    runtimeTarget("AuthGenTesting", ["AuthGenRuntime"]),
  ]
}

/// A target whose sources authgen copies into apps: their imports must compile in any of them.
func emittedTarget(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
  let target = runtimeTarget(name, dependencies)
  target.swiftSettings = [.enableUpcomingFeature("InternalImportsByDefault")]
  return target
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
    loginTarget(
      "AuthGenWebLogin", "WebLogin", ["AuthGenCryptography", "AuthGenRuntime", "AuthGenSessions"]),
    loginTarget("AuthGenBrowser", "Browser", ["AuthGenRuntime", "AuthGenWebLogin"]),
    loginTarget(
      "AuthGenOpenID", "OpenID",
      [
        "AuthGenCryptography", "AuthGenRuntime", "AuthGenSessions", "AuthGenWebLogin", "OpenIDAPI",
      ]),
    loginTarget("AuthGenHorizonScalars", "HorizonScalars", ["AuthGenRuntime"]),
    loginTarget(
      "AuthGenHorizon", "Horizon",
      ["AuthGenHorizonScalars", "AuthGenRuntime", "AuthGenSessions", "HorizonAPI"]),
    loginTarget(
      "AuthGenOry", "Ory", ["AuthGenRuntime", "AuthGenSessions", "AuthGenWebLogin", "OryAPI"]),
    // Prelude's documentation fixes the names of these two modules.
    loginTarget(
      "PreludeAuth", "PreludeAuth",
      ["AuthGenRuntime", "AuthGenSessions", "AuthGenWebLogin", "PreludeAPI"]),
    loginTarget(
      "PreludeAuthSocial", "PreludeAuthSocial",
      ["AuthGenBrowser", "AuthGenRuntime", "AuthGenWebLogin", "PreludeAuth"]),
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
    generatedClient("HorizonAPI", ["AuthGenHorizonScalars"]),
    generatedClient("OpenIDAPI"),
    generatedClient("Auth0API"),
    generatedClient("OryAPI"),
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
    .plugin(
      name: "AuthGenBuildPlugin", capability: .buildTool(), dependencies: ["authgen"],
      path: "Sources/Plugins/AuthGenBuildPlugin"),
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
    tool("authgen", ["AuthGenCommandLine", "AuthGenSupport"]),
    tool("authgen-fetch", ["AuthGenCommandLine", "AuthGenSchemaFetch"]),
    tool(
      "authgen-demo",
      [
        "AuthGenBrowser", "AuthGenHorizon", "AuthGenOpenID", "AuthGenRuntime", "AuthGenSessions",
        "AuthGenStreams", "AuthGenWebLogin", "HorizonAPI",
      ]),
  ]
}

func tool(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
  .executableTarget(name: name, dependencies: dependencies, path: "Sources/Tools/\(name)")
}

// MARK: Tests

var tests: [Target] {
  [
    testSupport("TestSupport", ["AuthGenLanguage", "TestWidth"]),
    // How many tests run at once.
    .target(name: "TestWidth", path: "Tests/Support/TestWidth"),
    // Signing keys on systems without CryptoKit.
    testSupport(
      "LoginTestSupport",
      [
        "AuthGenCryptography", "AuthGenRuntime", "AuthGenSessions", "AuthGenTestSupport",
        "AuthGenWebLogin",
      ]),
    // Servers on 127.0.0.1.
    testSupport(
      "TestServers",
      [
        "AuthGenHorizon", "AuthGenRuntime", "AuthGenTestSupport",
      ]),
    .executableTarget(
      name: "authgen-demo-server", dependencies: ["AuthGenTestServers"],
      path: "Tests/Support/DemoServer"),
    // Stores sessions until it is killed, or uploads a file and reports how much memory that takes.
    .executableTarget(
      name: "AppProcess",
      dependencies: ["AuthGenRuntime", "AuthGenSessions", "AuthGenUploads", "UploadsFixture"],
      path: "Tests/Support/AppProcess"),
    // Logins and sessions for half an hour, through many faults.
    .executableTarget(
      name: "authgen-soak",
      dependencies: [
        "AuthGenHorizon", "AuthGenOpenID", "AuthGenOry",
        "AuthGenRuntime", "AuthGenSessions", "AuthGenStreams", "AuthGenTestServers",
        "AuthGenTestSupport", "AuthGenUploads", "AuthGenWebLogin", "ConstructsFixture", "OpenIDAPI",
        "PreludeAuth", "PreludeAuthSocial", "UploadsFixture",
        .target(name: "CMalloc", condition: .when(platforms: [.linux])),
      ],
      path: "Tests/Benchmarks/Soak"),
    fixture("Constructs", ["AuthGenCatching", "AuthGenStreams"]),
    fixture("Backend"),
    fixture("HostileService"),
    fixture("Uploads", ["AuthGenUploads"]),

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
        "CommandLine/Deviations.md", "RandomSchemas/execute.py", "Validation/Executable/Fixtures",
        "Validation/TypeSystem/Fixtures",
      ],
      resources: [.copy("Mustache/Specification")]),
    .testTarget(
      name: "RuntimeTests",
      dependencies: [
        "AppProcess", "Auth0API", "AuthGenCache", "AuthGenCatching", "AuthGenCryptography",
        "AuthGenHorizon",
        "AuthGenLogging", "AuthGenPages", "AuthGenPinning", "AuthGenRuntime", "AuthGenSessions",
        "AuthGenStreams",
        "AuthGenTestSupport",
        "AuthGenTesting", "AuthGenUploads", "BackendFixture", "ConstructsFixture", "HorizonAPI",
        "HostileServiceFixture", "OpenIDAPI", "OryAPI", "PreludeAPI", "UploadsFixture",
      ],
      path: "Tests/Runtime", resources: [.copy("AuthGenCryptography/Vectors")]),
    .testTarget(
      name: "LoginTests",
      dependencies: [
        "Auth0API", "AuthGenBrowser", "AuthGenCryptography", "AuthGenHorizon",
        "AuthGenHorizonScalars", "AuthGenLoginTestSupport", "AuthGenOpenID", "AuthGenOry",
        "AuthGenPages", "AuthGenPinning", "AuthGenRuntime", "AuthGenSessions", "AuthGenStreams",
        "AuthGenTestSupport", "AuthGenTesting", "AuthGenUploads",
        "AuthGenWebLogin", "HorizonAPI", "OpenIDAPI", "OryAPI", "PreludeAPI",
        "PreludeAuth", "PreludeAuthSocial", "authgen",
      ],
      path: "Tests/Login",
      exclude: [
        "PreludeAuthSocial/Document", "Wire/logins.txt", "Wire/operations.txt",
        "Wire/sessions.txt",
      ]),
    .testTarget(
      name: "GeneratedTests",
      dependencies: [
        "AuthGenHorizonScalars", "AuthGenRuntime", "AuthGenTestSupport", "ConstructsFixture",
        "HorizonAPI",
      ],
      path: "Tests/Generated"),
    .testTarget(
      name: "ToolTests",
      dependencies: [
        "AuthGenHorizon", "AuthGenRuntime", "AuthGenSessions", "AuthGenTestSupport",
        "AuthGenTesting", "HorizonAPI", "authgen", "authgen-demo", "authgen-fetch",
      ],
      path: "Tests/Tools"),
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
        "AuthGenBrowser", "AuthGenCache", "AuthGenHorizon", "AuthGenLogging", "AuthGenOpenID",
        "AuthGenOry", "AuthGenPages", "AuthGenPinning", "AuthGenRuntime", "AuthGenSessions",
        "AuthGenStreams",
        "AuthGenTestSupport", "AuthGenTesting",
        "AuthGenUploads", "AuthGenWebLogin", "BackendFixture", "ConstructsFixture", "HorizonAPI",
        "PreludeAuth", "PreludeAuthSocial", "UploadsFixture",
      ],
      path: "Tests/Documentation"),
    .testTarget(
      name: "EndToEndTests",
      dependencies: [
        "Auth0API", "AuthGenBrowser", "AuthGenCryptography", "AuthGenHorizon",
        "AuthGenLoginTestSupport", "AuthGenOpenID", "AuthGenOry", "AuthGenRuntime",
        "AuthGenSessions", "AuthGenStreams", "AuthGenTestServers", "AuthGenTestSupport",
        "AuthGenUploads", "AuthGenWebLogin", "ConstructsFixture",
        "HorizonAPI", "OpenIDAPI", "OryAPI", "PreludeAPI", "PreludeAuth", "PreludeAuthSocial",
        "AppProcess", "UploadsFixture", "authgen", "authgen-demo", "authgen-fetch",
      ],
      path: "Tests/EndToEnd",
      exclude: ["README.md", "Server", "Sessions/authgen.json", "Sessions/operations"]),
  ]
}

func testSupport(_ folder: String, _ dependencies: [Target.Dependency]) -> Target {
  .target(
    name: "AuthGen\(folder)", dependencies: dependencies, path: "Tests/Support/\(folder)")
}

/// Compiles the code that authgen generates for a test schema.
func fixture(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
  .target(
    name: "\(name)Fixture", dependencies: ["AuthGenRuntime"] + dependencies,
    path: "Tests/Fixtures/\(name)/Generated")
}
