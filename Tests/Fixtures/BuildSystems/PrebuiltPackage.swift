// swift-tools-version: 6.1
import PackageDescription

let package = Package(
  name: "Shop",
  platforms: [.macOS(.v13)],
  dependencies: [
    .package(path: "../authgen"),
    .package(path: "../authgen-prebuilt"),
  ],
  targets: [
    .executableTarget(
      name: "Shop",
      dependencies: [.product(name: "AuthGenRuntime", package: "authgen")],
      plugins: [.plugin(name: "AuthGenPrebuiltPlugin", package: "authgen-prebuilt")])
  ]
)
