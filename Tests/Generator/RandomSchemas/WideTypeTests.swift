// Tests that types with very many members compile: the compiler refuses, or takes minutes for, their plain
// form.

import AuthGenGeneration
import Testing

extension CompilerTests {
  @Suite struct WideTypeTests {
    @Test func membersOf700Compile() async throws {
      let members = (0..<700).map { "member\($0)" }
      let types = members.map { "type T\($0) { x: Int }" }
      let fragments = members.map { "... on T\($0) { x }" }
      let files = try InlineClient.files(
        schema: """
          type Query { union: U enum: E oneOf(by: O!): Int }
          union U = \(members.map { "T\($0)" }.joined(separator: " | "))
          enum E { \(members.joined(separator: " ")) }
          input O @oneOf { \(members.map { "\($0): Int" }.joined(separator: " ")) }
          \(types.joined(separator: "\n"))
          """,
        document:
          "query Q($by: O!) { enum oneOf(by: $by) union { \(fragments.joined(separator: " ")) } }")
      let program = try GeneratedProgram(files)
      #expect(try await program.typecheck() == "")
    }

    /// The compiler's time for a switch over an enum's cases or over strings is quadratic.
    @Test(arguments: [(300, [301]), (301, [301, 3, 302]), (4000, [301, 102, 4001])])
    func switchesOverCasesAreShort(count: Int, sizes: [Int]) throws {
      let names = (0..<count).map { "V\($0)" }
      let files = try InlineClient.files(
        schema: "type Query { e: E } enum E { \(names.joined(separator: " ")) }",
        document: "query Q { e }")
      let switches = switches(in: files)
      #expect(Set(sizes).isSubset(of: switches.map(\.cases)))
      for found in switches {
        let isIndex = found.subject.hasPrefix("Self.graphQLNames.firstIndex(")
        #expect(isIndex || found.cases <= 301, "\(found)")
      }
    }

    /// The compiler's time for an initialiser is cubic in the number of stored properties.
    @Test(arguments: [(200, 0), (201, 3), (3000, 30)])
    func wideStructsAreDivided(count: Int, parts: Int) throws {
      let files = try InlineClient.files(
        schema: """
          type Query { wide: Wide }
          type Wide { inner: Inner fields1: Int \((2..<count).map { "f\($0): Int" }.joined(separator: " ")) }
          type Inner { x: Int }
          """,
        document:
          "query Q { wide { inner { x } fields1 \((2..<count).map { "f\($0)" }.joined(separator: " ")) } }"
      )
      let text = files.map { String(decoding: $0.content, as: UTF8.self) }.joined()
      #expect(text.matches(of: #/struct Fields\d+:/#).count == parts)
      #expect(text.matches(of: #/= Indirect\(Fields\d+\(fields: &fields\)\)/#).count == parts)
      // A stored property, and one that forwards to it.
      let declarations = text.matches(of: #/public var f\d+: /#).count
      #expect(declarations == (parts == 0 ? 1 : 2) * (count - 2))
      let bodies = text.split(separator: "init(fields: inout FieldReader)").dropFirst()
      let calls = bodies.map { body in
        body.prefix { $0 != "}" }.matches(of: #/= fields\./#).count
      }
      #expect(calls.max() ?? 0 <= (parts == 0 ? 200 : 100))
    }

    private func switches(in files: [GeneratedFile]) -> [(subject: String, cases: Int)] {
      var switches: [(subject: String, cases: Int)] = []
      // The compiler of regular expressions is slow.
      let begin = #/^ *switch (.*) {$/#
      let label = #/^ *(case [^(]*(\(let name\))?:|default:)/#
      for file in files {
        for line in String(decoding: file.content, as: UTF8.self).split(separator: "\n") {
          if let subject = line.firstMatch(of: begin)?.1 {
            switches.append((String(subject), 0))
          } else if line.contains(label), !switches.isEmpty {
            switches[switches.count - 1].cases += 1
          }
        }
      }
      return switches
    }
  }
}
