// Tests how structs with computed properties are printed.

import AuthGenRuntime
import HorizonAPI
import Testing

@Suite struct ReflectionTests {
  @Test func structWithComputedPropertiesHasTheLabelsAndValuesOfItsFields() {
    let page = Page()
    let children = Mirror(reflecting: page).children.map { "\($0.label ?? "nil"): \($0.value)" }
    #expect(
      children == [
        "title: Optional(\"A\")", "views: 2", "author: Author(name: \"Ada\")", "kind: \(page.kind)",
        "tags: [\"a\"]", "id: 7", "editors: \(page.editors)", "draft: Optional(true)",
        "__typename: Page", "author: Author(name: \"Ada\")", "author: nil", "author: nil",
        "content: \(page.content)",
      ])
  }

  @Test func typenameOfAConcreteObjectIsThatOfItsCase() {
    #expect(Page().content.typename == "Text")
  }

  @Test func printDumpAndMirrorShowNoStorage() {
    let data = LoginMutation.Data(login: AuthenticationOutcome(newCustomer: true))
    #expect("\(data)".hasPrefix("Data(login: Optional("), "\(data)")
    var dumped = ""
    dump(data, to: &dumped)
    #expect(!dumped.contains("_login") && dumped.contains("login: Optional("), "\(dumped)")
    #expect(Mirror(reflecting: data).displayStyle == .struct)
    #expect(Mirror(reflecting: data).descendant("login") is AuthenticationOutcome?)
  }

  @Test func structWithoutComputedPropertiesHasTheSameLabels() {
    let outcome = AuthenticationOutcome(token: "abc", newCustomer: true)
    #expect("\(outcome)".contains(", token: Optional(<secret>), customer: nil, newCustomer: "))
    let names = Mirror(reflecting: outcome).children.compactMap(\.label)
    #expect(names == ["error", "fieldErrors", "token", "customer", "newCustomer"])
  }

  @Test func secretsInsideStayRedacted() {
    let data = LoginMutation.Data(login: AuthenticationOutcome(token: "abc"))
    var dumped = ""
    dump(data, to: &dumped)
    #expect(dumped.contains("<secret>") && !dumped.contains("abc"))
    #expect("\(data)".contains("<secret>") && !"\(data)".contains("abc"))
  }
}

/// A field of every kind that `FieldCoder` visits in a way of its own.
nonisolated private struct Page: ResponseObject, Decodable, CustomReflectable {
  var title: String? = "A"
  var views = 2
  var author = Indirect(Author())
  var kind = Kind(graphQLName: "NEWS")
  var tags = ["a"]
  var id = "7"
  var editors = [Author()]
  var draft: Bool? = true
  var type = "Page"
  var always = Author()
  var selected: Author?
  var ofType: Author?
  var content = Content.text(Author())

  init() {}

  mutating func code(fields: inout FieldCoder) {
    fields.at(["meta", "title"], ["title"])
    fields.optionalString("title", &title)
    fields.int("views", &views)
    fields.object("author", &author)
    fields.enumValue("kind", &kind)
    fields.strings("tags", &tags)
    fields.identifier("id", &id)
    fields.objects("editors", &editors)
    fields.optionalBool("draft", &draft, if: "isEditor", nonNull: true)
    fields.typename(&type, matching: ["kind"], [("page", "Page")])
    fields.part(&always)
    fields.part(&selected, if: "isEditor")
    fields.part(&ofType, ifTypeIn: ["Page"], of: ["Page"])
    fields.concrete(&content)
  }
}

nonisolated private struct Author: ResponseObject, Decodable {
  var name = "Ada"

  init() {}

  mutating func code(fields: inout FieldCoder) { fields.string("name", &name) }
}

nonisolated private enum Content: ConcreteObject {
  case text(Author)

  static var typenames: StaticString { "Text" }

  init(typename: String, fields: inout FieldCoder) throws(FieldCoder.Failed) {
    self = .text(try fields.part())
  }

  func write(fields: inout FieldCoder) -> String {
    switch self {
    case .text(let part): fields.write("Text", part)
    }
  }
}

nonisolated private struct Kind: OpenEnum {
  static let graphQLNames = ["NEWS"]
  let graphQLName: String
}
