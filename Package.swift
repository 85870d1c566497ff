// swift-tools-version: 6.1
import PackageDescription

let package = Package(
  name: "authgen",
  platforms: [.macOS(.v13), .iOS(.v16)],
  products: [
    .executable(name: "authgen", targets: ["authgen"]),
    .executable(name: "authgen-fetch", targets: ["authgen-fetch"]),
    .executable(name: "authgen-demo", targets: ["authgen-demo"]),
    .library(name: "AuthGenRuntime", targets: ["AuthGenRuntime"]),
    .library(name: "AuthGenSessions", targets: ["AuthGenSessions"]),
    .library(name: "HorizonAuth", targets: ["HorizonAuth"]),
    .library(name: "Auth0Auth", targets: ["Auth0Auth"]),
    .library(name: "OryAuth", targets: ["OryAuth"]),
    .library(name: "PreludeAPI", targets: ["PreludeAPI"]),
    .library(name: "AuthGenFlows", targets: ["AuthGenFlows"]),
    .library(name: "AuthGenWebLogin", targets: ["AuthGenWebLogin"]),
    .library(name: "PreludeAuth", targets: ["PreludeAuth"]),
    .library(name: "PreludeAuthSocial", targets: ["PreludeAuthSocial"]),
    .plugin(name: "AuthGenBuildPlugin", targets: ["AuthGenBuildPlugin"]),
    .plugin(name: "AuthGenCommandPlugin", targets: ["AuthGenCommandPlugin"]),
  ],
  targets: [
    // The generator: each stage knows those before it.
    .target(name: "AuthGenLanguage"),
    .target(name: "AuthGenJSON", dependencies: ["AuthGenLanguage"]),
    .target(name: "AuthGenTypeSystem", dependencies: ["AuthGenJSON", "AuthGenLanguage"]),
    .target(
      name: "AuthGenValidation", dependencies: ["AuthGenLanguage", "AuthGenTypeSystem"]),
    .target(name: "AuthGenConnect", dependencies: ["AuthGenLanguage", "AuthGenTypeSystem"]),
    .target(name: "AuthGenDigest"),
    .systemLibrary(name: "CMalloc"),
    .target(
      name: "AuthGenThreads",
      dependencies: [.target(name: "CMalloc", condition: .when(platforms: [.linux]))]),
    .target(
      name: "AuthGenIR",
      dependencies: [
        "AuthGenConnect", "AuthGenDigest", "AuthGenLanguage", "AuthGenThreads",
        "AuthGenTypeSystem", "AuthGenValidation",
      ]),
    .target(name: "AuthGenMustache"),
    .target(name: "AuthGenTemplates", path: "Templates", exclude: ["text"]),
    .target(
      name: "AuthGenCore",
      dependencies: [
        "AuthGenConnect", "AuthGenDigest", "AuthGenIR", "AuthGenJSON", "AuthGenLanguage",
        "AuthGenMustache", "AuthGenTemplates", "AuthGenThreads", "AuthGenTypeSystem",
        "AuthGenValidation",
      ]),

    .target(
      name: "AuthGenCommands",
      dependencies: [
        "AuthGenCore", "AuthGenDigest", "AuthGenIR", "AuthGenJSON", "AuthGenLanguage",
        "AuthGenTypeSystem", "AuthGenValidation",
      ]),
    .executableTarget(name: "authgen", dependencies: ["AuthGenCommands", "AuthGenThreads"]),

    // A schema from a server. It alone of the tools is for the network, which takes long to link and
    // to load.
    .executableTarget(
      name: "authgen-fetch",
      dependencies: [
        "AuthGenCommands", "AuthGenCore", "AuthGenJSON", "AuthGenLanguage", "AuthGenRuntime",
        "AuthGenThreads", "AuthGenTypeSystem",
      ]),

    // What runs the generator in packages that depend on this one.
    .plugin(
      name: "AuthGenBuildPlugin", capability: .buildTool(), dependencies: ["authgen"],
      path: "Sources/AuthGenBuildPlugin"),
    .plugin(
      name: "AuthGenCommandPlugin",
      capability: .command(
        intent: .custom(
          verb: "authgen",
          description: "Generates Swift clients for GraphQL APIs, or checks what was generated"),
        permissions: [
          .writeToPackageDirectory(reason: "authgen writes the Swift sources that it generates.")
        ]),
      dependencies: ["authgen"], path: "Sources/AuthGenCommandPlugin"),

    // Verification of signatures where the system has no framework for that.
    .target(name: "AuthGenSignatures"),

    // The runtime: what apps link.
    .target(name: "AuthGenRuntime"),
    // A target of its own, since not every app that calls operations keeps sessions with it.
    .target(name: "AuthGenSessions", dependencies: ["AuthGenRuntime"]),
    .target(
      name: "HorizonAuth", dependencies: ["AuthGenRuntime"], path: "Generated/HorizonAuth"),
    .target(
      name: "Auth0Auth", dependencies: ["AuthGenRuntime"], path: "Generated/Auth0Auth"),
    .target(name: "OryAuth", dependencies: ["AuthGenRuntime"], path: "Generated/OryAuth"),
    .target(
      name: "PreludeAPI", dependencies: ["AuthGenRuntime"], path: "Generated/PreludeAPI"),

    .target(
      name: "AuthGenFlows", dependencies: ["AuthGenRuntime", "AuthGenSessions", "HorizonAuth"]),

    // Login in the browser. Targets of their own, so that apps without it link nothing of it.
    .target(
      name: "AuthGenWebLogin",
      dependencies: [
        "Auth0Auth", "AuthGenDigest", "AuthGenFlows", "AuthGenRuntime", "AuthGenSessions",
        "AuthGenSignatures", "OryAuth",
      ]),
    // Their names are those of Prelude's documentation, whose samples are to compile: the client, and
    // what presents logins.
    .target(
      name: "PreludeAuth",
      dependencies: ["AuthGenRuntime", "AuthGenSessions", "AuthGenWebLogin", "PreludeAPI"]),
    .target(
      name: "PreludeAuthSocial",
      dependencies: ["AuthGenRuntime", "AuthGenWebLogin", "PreludeAuth"]),

    // An app at the terminal.
    .executableTarget(
      name: "authgen-demo",
      dependencies: [
        "AuthGenFlows", "AuthGenRuntime", "AuthGenSessions", "AuthGenWebLogin", "HorizonAuth",
        "TestServers",
      ]),

    .target(
      name: "AuthGenTestSupport", dependencies: ["AuthGenLanguage"],
      path: "Tests/AuthGenTestSupport"),
    // What is generated for the constructs that Horizon's schema lacks.
    .target(
      name: "ConstructsFixture", dependencies: ["AuthGenRuntime"],
      path: "Tests/Fixtures/Constructs/Generated"),
    // What is generated for the service of an article.
    .target(
      name: "BackendFixture", dependencies: ["AuthGenRuntime"],
      path: "Tests/Fixtures/Backend/Generated"),
    // What is generated for names, keys and texts that nobody would write.
    .target(
      name: "HostileServiceFixture", dependencies: ["AuthGenRuntime"],
      path: "Tests/Fixtures/HostileService/Generated"),
    .testTarget(name: "ConstructsTests", dependencies: ["AuthGenRuntime", "ConstructsFixture"]),
    .testTarget(
      name: "AuthGenLanguageTests",
      dependencies: ["AuthGenLanguage", "AuthGenTestSupport", "AuthGenThreads"]),
    .testTarget(
      name: "AuthGenJSONTests",
      dependencies: ["AuthGenJSON", "AuthGenLanguage", "AuthGenTestSupport"]),
    .testTarget(
      name: "AuthGenTypeSystemTests",
      dependencies: ["AuthGenLanguage", "AuthGenTestSupport", "AuthGenTypeSystem"]),
    .testTarget(
      name: "AuthGenValidationTests",
      dependencies: [
        "AuthGenLanguage", "AuthGenTestSupport", "AuthGenTypeSystem", "AuthGenValidation",
      ],
      exclude: ["TypeSystem/Fixtures", "Executable/Fixtures"]),
    .testTarget(
      name: "AuthGenConnectTests",
      dependencies: [
        "AuthGenCore", "AuthGenIR", "AuthGenLanguage", "AuthGenTestSupport", "AuthGenValidation",
      ]),
    .testTarget(
      name: "AuthGenCoreTests",
      dependencies: [
        "AuthGenCore", "AuthGenIR", "AuthGenJSON", "AuthGenLanguage", "AuthGenValidation",
      ]),
    .testTarget(
      name: "AuthGenCommandsTests",
      dependencies: ["AuthGenCommands", "AuthGenLanguage", "AuthGenTestSupport", "authgen"],
      exclude: ["Deviations.md"]),
    .testTarget(
      name: "AuthGenFetchTests", dependencies: ["AuthGenTestSupport", "authgen", "authgen-fetch"]),
    // Builds `Tests/Consumers`, packages that use authgen as apps do.
    .testTarget(
      name: "AuthGenConsumerTests",
      dependencies: ["AuthGenRuntime", "AuthGenTestSupport", "HorizonAuth", "authgen"]),
    .testTarget(name: "AuthGenDigestTests", dependencies: ["AuthGenDigest"]),
    .testTarget(
      name: "AuthGenSignaturesTests", dependencies: ["AuthGenDigest", "AuthGenSignatures"],
      resources: [.copy("Vectors")]),
    .testTarget(name: "AuthGenThreadsTests", dependencies: ["AuthGenThreads"]),
    .testTarget(
      name: "AuthGenGoldenTests",
      dependencies: ["AuthGenCore", "AuthGenJSON", "AuthGenLanguage", "AuthGenTemplates"]),
    // Compiles what is generated for random schemas.
    .testTarget(
      name: "AuthGenPropertyTests",
      dependencies: [
        "AuthGenCore", "AuthGenIR", "AuthGenLanguage", "AuthGenRuntime", "AuthGenTestSupport",
        "AuthGenValidation", "authgen",
      ]),
    .testTarget(
      name: "AuthGenRuntimeTests",
      dependencies: [
        "Auth0Auth", "AuthGenRuntime", "AuthGenTestSupport", "HorizonAuth",
        "HostileServiceFixture", "OryAuth", "PreludeAPI",
      ]),
    // Stores sessions until it is killed.
    .executableTarget(
      name: "SessionWriter", dependencies: ["AuthGenRuntime", "AuthGenSessions"],
      path: "Tests/SessionWriter"),
    .testTarget(
      name: "AuthGenSessionsTests",
      dependencies: [
        "AuthGenRuntime", "AuthGenSessions", "AuthGenTestSupport", "HorizonAuth", "SessionWriter",
      ]),
    .testTarget(
      name: "AuthGenFlowsTests",
      dependencies: [
        "AuthGenFlows", "AuthGenRuntime", "AuthGenSessions", "AuthGenTestSupport", "HorizonAuth",
      ]),
    // Keys to sign with where the system has none.
    .target(
      name: "WebLoginTestSupport",
      dependencies: [
        "AuthGenRuntime", "AuthGenSignatures", "AuthGenTestSupport", "AuthGenWebLogin",
      ],
      path: "Tests/WebLoginTestSupport"),
    .testTarget(
      name: "AuthGenWebLoginTests",
      dependencies: [
        "Auth0Auth", "AuthGenFlows", "AuthGenRuntime", "AuthGenSessions", "AuthGenTestSupport",
        "AuthGenWebLogin", "OryAuth", "WebLoginTestSupport",
      ]),
    .testTarget(
      name: "PreludeAuthSocialTests",
      dependencies: [
        "AuthGenTestSupport", "PreludeAPI", "PreludeAuth", "PreludeAuthSocial", "authgen",
      ],
      exclude: ["Document"]),
    // Servers on this machine, for tests and the demo.
    .target(
      name: "TestServers",
      dependencies: ["AuthGenFlows", "AuthGenRuntime", "AuthGenTestSupport"],
      path: "Tests/EndToEnd/TestServers"),
    .testTarget(
      name: "EndToEndTests",
      dependencies: [
        "Auth0Auth", "AuthGenFlows", "AuthGenRuntime", "AuthGenSessions", "AuthGenTestSupport",
        "AuthGenWebLogin", "HorizonAuth", "OryAuth", "PreludeAPI", "PreludeAuth",
        "PreludeAuthSocial", "TestServers", "WebLoginTestSupport", "authgen", "authgen-fetch",
      ],
      path: "Tests/EndToEnd", exclude: ["TestServers", "README.md", "Server"]),
    .testTarget(name: "HorizonAuthTests", dependencies: ["AuthGenRuntime", "HorizonAuth"]),
    // Compiles what the articles quote.
    .testTarget(
      name: "DocumentationTests",
      dependencies: [
        "AuthGenFlows", "AuthGenRuntime", "AuthGenSessions", "AuthGenTestSupport",
        "AuthGenWebLogin", "BackendFixture", "ConstructsFixture", "HorizonAuth", "PreludeAuth",
        "PreludeAuthSocial",
      ]),
    .testTarget(
      name: "AuthGenMustacheTests",
      dependencies: [
        "AuthGenMustache"
      ],
      resources: [.copy("Specification")]),
  ],
  swiftLanguageModes: [.v6]
)
