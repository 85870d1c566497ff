// Tests how the build joins generated files, which may import the same modules with different access.

import AuthGenGeneration
import Testing

@testable import AuthGenCommandLine

@Suite struct JoinedFileTests {
  private func joined(_ files: [String]) -> String {
    let files = files.map { GeneratedFile(name: "A.swift", content: Array($0.utf8)) }
    return String(decoding: JoinedFile.content(of: files), as: UTF8.self)
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
