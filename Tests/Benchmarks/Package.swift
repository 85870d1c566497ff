// swift-tools-version: 6.1
// Measurements, as programs that print a table. They are no tests: times depend on the machine.
import PackageDescription

let package = Package(
  name: "Benchmarks",
  platforms: [.macOS(.v13)],
  dependencies: [.package(name: "authgen", path: "../..")],
  targets: [benchmark("decoding"), benchmark("response"), benchmark("streams", "AuthGenStreams")],
  swiftLanguageModes: [.v6]
)

func benchmark(_ name: String, _ libraries: String...) -> Target {
  .executableTarget(
    name: name,
    dependencies: (["AuthGenRuntime"] + libraries).map { .product(name: $0, package: "authgen") },
    plugins: [.plugin(name: "AuthGenBuildPlugin", package: "authgen")])
}
