// Tests that random valid schemas and operations generate Swift code that compiles without warnings, and that
// random responses survive decoding and encoding.
//
// A failure prints its seed. `AUTHGEN_PROPERTY_SEEDS=17` runs that seed, `=100...200` a range.

import AuthGenGeneration
import AuthGenLanguage
import AuthGenSwiftModel
import AuthGenValidation
import Foundation
import Testing

extension CompilerTests {
  @Suite struct GeneratedCodeTests {
    static let seeds: [Int] = {
      let given = ProcessInfo.processInfo.environment["AUTHGEN_PROPERTY_SEEDS"] ?? "1...2"
      let bounds = given.split(separator: "...").compactMap { Int($0) }
      guard let first = bounds.first, let last = bounds.last, first <= last else { return [] }
      return Array(first...last)
    }()

    /// Generates many more schemas than can be compiled, each one twice, and validates the sent documents.
    @Test func randomSchemasAndOperationsAreValid() throws {
      let first = Self.seeds.first ?? 0
      for seed in first..<first + 40 {
        let random = RandomClient(seed: seed)
        let (files, errors) = random.generate(random.operations.document)
        #expect(errors.isEmpty, "seed \(seed): \(errors)\n\(random.schema.text)")
        #expect(files?.isEmpty == false)
      }
    }

    /// A document's output depends on the document, its fragments and the schema alone.
    @Test func unrelatedDocumentsDoNotChangeTheOutput() throws {
      let first = Self.seeds.first ?? 0
      for seed in first..<first + 10 {
        let random = RandomClient(seed: seed)
        let fragments = random.operations.fragments.map {
          (name: "Fragment-\($0.name)", text: $0.text)
        }
        let operations = random.operations.operations.map { (name: $0.name, text: $0.text) }
        let (files, errors) = random.generate(fragments + operations)
        #expect(errors.isEmpty, "seed \(seed): \(errors)")
        let all = Dictionary(
          (files ?? []).map { ($0.name, $0.content) }, uniquingKeysWith: { first, _ in first })
        for operation in random.operations.operations {
          let needed = random.operations.fragmentNames(of: operation)
          let documents =
            fragments.filter { needed.contains(String($0.name.dropFirst("Fragment-".count))) }
            + [(name: operation.name, text: operation.text)]
          let alone = random.generate(documents).files ?? []
          for document in documents {
            let name = "\(document.name).graphql.swift"
            let content = try #require(alone.first { $0.name == name }?.content)
            let isEqual = content == all[name]
            #expect(isEqual, "seed \(seed): \(name) alone differs")
          }
        }
      }
    }

    @Test(arguments: seeds)
    func randomResponsesRoundTrip(seed: Int) async throws {
      let random = RandomClient(seed: seed)
      let (files, errors) = random.generate(random.operations.document)
      #expect(errors.isEmpty, "seed \(seed): \(errors)")
      guard let files else { return }
      let program = try GeneratedProgram(files)
      let strict = try await program.typecheck([
        "-default-isolation", "MainActor", "-strict-memory-safety",
        "-enable-upcoming-feature", "InternalImportsByDefault",
        "-enable-upcoming-feature", "MemberImportVisibility",
        "-enable-upcoming-feature", "ExistentialAny",
      ])
      #expect(strict.isEmpty, "seed \(seed), with upcoming features: \(strict)")
      let complaints = try await program.build()
      guard complaints.isEmpty else {
        let (document, complaints) = try await smallest(random) ?? ("", complaints)
        Issue.record("seed \(seed): \(complaints)\n\(document)")
        return
      }
      try await expectRoundTrips(random, program)
    }

    /// The first operation whose code does not compile by itself.
    private func smallest(_ random: RandomClient) async throws -> (String, complaints: String)? {
      for operation in random.operations.operations {
        let document = random.operations.document(of: operation)
        guard let files = random.generate(document).files else { continue }
        let program = try GeneratedProgram(files)
        let complaints = try await program.typecheck()
        if !complaints.isEmpty { return (document, complaints) }
      }
      return nil
    }

    private func expectRoundTrips(
      _ random: RandomClient, _ program: GeneratedProgram
    ) async throws {
      var generator = RandomResponse(
        schema: random.schema, operations: random.operations, seed: random.seed)
      var responses:
        [(operation: RandomOperations.Operation, flags: [String: Bool], json: String)] =
          try await ExecutedResponses.all(random, test: "randomResponsesRoundTrip(seed:)")
      for operation in random.operations.operations {
        for _ in 0..<10 {
          let data = try JSONSerialization.data(
            withJSONObject: generator.data(of: operation), options: .sortedKeys)
          responses.append((operation, generator.flags, String(decoding: data, as: UTF8.self)))
        }
      }
      let written = try await program.run(responses.map { ($0.operation.name, $0.flags, $0.json) })
      #expect(written.count == responses.count, "seed \(random.seed): \(written.last ?? "nothing")")
      for (response, written) in zip(responses, written)
      where normalized(written) != normalized(response.json) {
        Issue.record(
          """
          seed \(random.seed): the response
          \(response.json)
          comes out as
          \(written)
          of \(random.operations.document(of: response.operation))
          """)
        return
      }
    }

    /// JSON as a comparable value. Generated types keep a type's name only where it affects decoding.
    private func normalized(_ json: String) -> NSObject? {
      let value = try? JSONSerialization.jsonObject(
        with: Data(json.utf8), options: .fragmentsAllowed)
      return value.flatMap(normalized) as? NSObject
    }

    private func normalized(_ value: Any) -> Any {
      switch value {
      case let object as [String: Any]:
        object.filter { $0.key != "__typename" }.mapValues(normalized)
      case let list as [Any]: list.map(normalized)
      default: value
      }
    }
  }
}
