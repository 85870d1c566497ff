import ProjectDescription

let project = Project(
  name: "Shop",
  packages: [
    .package(url: "https://git.example.com/authgen.git", "0.1.0"..<"0.2.0")
  ],
  targets: [
    .target(
      name: "Shop",
      destinations: .iOS,
      product: .app,
      bundleId: "com.example.shop",
      deploymentTargets: .iOS("16.0"),
      sources: ["Shop/**/*.swift"],
      dependencies: [
        .package(product: "AuthGenRuntime"),
        .package(product: "AuthGenBuildPlugin", type: .plugin),
      ])
  ]
)
