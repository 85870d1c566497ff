// swift-tools-version: 6.1
import PackageDescription

let package = Package(
  name: "authgen",
  platforms: [.macOS(.v13), .iOS(.v16)],
  products: [],
  targets: [
    .target(name: "AuthGenLanguage"),
    .target(name: "AuthGenTypeSystem", dependencies: ["AuthGenLanguage"]),
  ],
  swiftLanguageModes: [.v6]
)
