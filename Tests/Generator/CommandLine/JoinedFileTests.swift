// Tests how the build joins generated files, which may import the same modules with different access.

import AuthGenGeneration
import Testing

@testable import AuthGenCommandLine

@Suite struct JoinedFileTests {
  private func joined(_ files: [String]) -> String {
    var joined = JoinedFile()
    for file in files { joined.append(GeneratedFile(name: "A.swift", content: Array(file.utf8))) }
    return String(decoding: joined.content, as: UTF8.self)
  }

  @Test(arguments: [
    "// Generated.\n\n@_spi(Generated) public import A\nimport B\n\n/// A type.\nstruct S {}\n",
    "// Generated.\n\n/// A type.\nenum E {}\n", "// Generated.\n", "",
  ])
  func oneFileStaysAsItIs(_ file: String) {
    #expect(joined([file]) == file)
  }

  @Test func eachModuleIsImportedOnceWithTheWidestAccess() {
    let first = "// First.\n\n@_spi(Generated) public import A\nimport B\n\nstruct S {}\n"
    let second =
      "// Second.\n\n@_spi(Generated) public import A\npublic import B\nimport C\n\nstruct T {}\n"
    #expect(
      joined([first, second]) == """
        // First.

        @_spi(Generated) public import A
        public import B
        import C

        struct S {}
        // Second.

        struct T {}

        """)
  }
}
