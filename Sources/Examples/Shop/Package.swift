// swift-tools-version: 6.1
import PackageDescription

let package = Package(
  name: "Shop", platforms: [.macOS(.v13)],
  dependencies: [.package(name: "authgen", path: "../../..")],
  targets: [
    .executableTarget(
      name: "Shop",
      dependencies: ["AuthGenRuntime", "AuthGenSessions", "AuthGenTesting"].map {
        .product(name: $0, package: "authgen")
      },
      plugins: [.plugin(name: "AuthGenBuildPlugin", package: "authgen")])
  ])
