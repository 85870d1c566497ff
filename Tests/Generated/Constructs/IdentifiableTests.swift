// Tests which response types conform to `Identifiable`: those with a member `id` that is always a scalar.

import ConstructsFixture
import Foundation
import Testing

@Suite struct IdentifiableTests {
  private typealias Data = IdentifiersQuery.Data

  @Test func scalarIDIdentifiesTheObject() {
    #expect(identifier(of: Data.Own(id: "1", alias: nil)) == "1")
    #expect(identifier(of: Data.Own.Alias(id: "Ada")) == "Ada")
    #expect(identifier(of: Data.Nullable.Book(id: "2")) == "2")
    let key = UUID()
    #expect(identifier(of: Data.Scalar(id: key)) == key)
  }

  @Test func fragmentsIDIdentifiesTheObject() {
    let first = IdentifiersFirstFragment(id: "1")
    let second = IdentifiersSecondFragment(id: "1", label: nil)
    #expect(identifier(of: first) == "1")
    #expect(
      identifier(
        of: Data.Fragments(identifiersFirstFragment: first, identifiersSecondFragment: second))
        == "1")
  }

  @Test func nestedTypeNamedIdentifiableHidesNoProtocol() {
    let team = Data.Identifiable_(id: "1", team: .init(id: "2"))
    #expect(identifier(of: team) == "1")
    #expect(team.team.map(identifier) == "2")
  }

  @Test(
    arguments: [
      Data.Conditional.self, Data.Nullable.self, Data.Caught.self, Data.Caught.Top.self,
      Data.HiddenByAType.self, Data.OtherSpelling.self, Data.OptionalScalar.self, Data.List.self,
      Data.Enum.self, Data.Object.self, Data.Secret_.self, Data.ConditionalFragment.self, Data.self,
    ] as [any Sendable.Type])
  func otherIDDoesNotIdentifyTheObject(_ type: any Sendable.Type) {
    #expect(!(type is any Identifiable.Type))
  }

  private func identifier<Object: Identifiable>(of object: Object) -> Object.ID { object.id }
}
