// swift-tools-version: 6.1
// Measurements, as programs that print a table. They are no tests: times depend on the machine.
import PackageDescription

let package = Package(
  name: "Benchmarks",
  platforms: [.macOS(.v13)],
  dependencies: [.package(name: "authgen", path: "../..")],
  targets: [
    .executableTarget(
      name: "decoding", dependencies: [.product(name: "AuthGenRuntime", package: "authgen")],
      plugins: [.plugin(name: "AuthGenBuildPlugin", package: "authgen")])
  ],
  swiftLanguageModes: [.v6]
)
