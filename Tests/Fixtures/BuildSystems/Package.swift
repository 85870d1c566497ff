// swift-tools-version: 6.1
import PackageDescription

let package = Package(
  name: "Shop",
  platforms: [.iOS(.v16), .macOS(.v13)],
  dependencies: [
    .package(url: "https://git.example.com/authgen.git", .upToNextMinor(from: "0.1.0"))
  ],
  targets: [
    .target(
      name: "Shop",
      dependencies: [.product(name: "AuthGenRuntime", package: "authgen")],
      plugins: [.plugin(name: "AuthGenBuildPlugin", package: "authgen")])
  ]
)
