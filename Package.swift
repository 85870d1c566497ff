// swift-tools-version: 6.1
import PackageDescription

let package = Package(
  name: "authgen",
  platforms: [.macOS(.v13), .iOS(.v16)],
  products: [
    .library(name: "AuthGenRuntime", targets: ["AuthGenRuntime"]),
  ],
  targets: [
    // The generator: each stage knows those before it.
    .target(name: "AuthGenLanguage"),
    .target(name: "AuthGenJSON", dependencies: ["AuthGenLanguage"]),
    .target(name: "AuthGenTypeSystem", dependencies: ["AuthGenJSON", "AuthGenLanguage"]),
    .target(
      name: "AuthGenValidation", dependencies: ["AuthGenLanguage", "AuthGenTypeSystem"]),
    .target(name: "AuthGenDigest"),
    .target(
      name: "AuthGenIR",
      dependencies: [
        "AuthGenDigest", "AuthGenLanguage", "AuthGenTypeSystem", "AuthGenValidation",
      ]),
    .target(name: "AuthGenMustache"),
    // The runtime: what apps link.
    .target(name: "AuthGenRuntime"),

    .target(
      name: "AuthGenTestSupport", dependencies: ["AuthGenLanguage"],
      path: "Tests/AuthGenTestSupport"),
    .testTarget(
      name: "AuthGenLanguageTests", dependencies: ["AuthGenLanguage", "AuthGenTestSupport"]),
    .testTarget(
      name: "AuthGenJSONTests",
      dependencies: ["AuthGenJSON", "AuthGenLanguage", "AuthGenTestSupport"]),
    .testTarget(
      name: "AuthGenTypeSystemTests",
      dependencies: ["AuthGenLanguage", "AuthGenTestSupport", "AuthGenTypeSystem"]),
    .testTarget(
      name: "AuthGenValidationTests",
      dependencies: ["AuthGenLanguage", "AuthGenTypeSystem", "AuthGenValidation"],
      exclude: ["TypeSystem/Fixtures", "Executable/Fixtures"]),
    .testTarget(
      name: "AuthGenMustacheTests", dependencies: ["AuthGenMustache"],
      resources: [.copy("Specification")]),
  ],
  swiftLanguageModes: [.v6]
)
