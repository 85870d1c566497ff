// Tests how structs with computed properties are printed.

@_spi(Generated) import AuthGenRuntime
import HorizonAPI
import Testing

@Suite struct ReflectionTests {
  @Test func structWithComputedPropertiesHasTheLabelsAndValuesOfItsFields() {
    let page = Page()
    let children = Mirror(reflecting: page).children.map { "\($0.label ?? "nil"): \($0.value)" }
    #expect(
      children == [
        "title: A", "views: 2", "author: Author(name: \"Ada\")", "kind: \(page.kind)",
        "tags: [\"a\"]", "id: 7", "editors: \(page.editors)", "draft: true",
        "__typename: Page", "author: Author(name: \"Ada\")", "author: nil", "author: nil",
        "content: \(page.content)",
      ])
  }

  @Test func typenameOfAConcreteObjectIsThatOfItsCase() {
    #expect(Page().content.typename == "Text")
  }

  @Test func printDumpAndMirrorShowNoStorage() {
    let data = LoginMutation.Data(login: AuthenticationOutcome(newCustomer: true))
    #expect("\(data)".hasPrefix("Data(login: HorizonAPI.AuthenticationOutcome("), "\(data)")
    var dumped = ""
    dump(data, to: &dumped)
    #expect(!dumped.contains("_login") && dumped.contains("login: "), "\(dumped)")
    #expect(Mirror(reflecting: data).displayStyle == .struct)
    #expect(Mirror(reflecting: data).descendant("login") is AuthenticationOutcome)
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

/// A field of every kind that is read and written in a way of its own.
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

  init(fields: inout FieldReader) {
    fields.at(["meta", "title"], ["title"])
    self.title = fields.optionalString("title")
    self.views = fields.int("views")
    self.author = Indirect(fields.object("author"))
    self.kind = fields.enumValue("kind")
    self.tags = fields.strings("tags")
    self.id = fields.identifier("id")
    self.editors = fields.objects("editors")
    fields.only(if: "isEditor", nonNull: true)
    self.draft = fields.optionalBool("draft")
    self.type = fields.typename(matching: ["kind"], [("page", "Page")])
    self.always = fields.part()
    self.selected = fields.part(if: "isEditor")
    self.ofType = fields.part(ifTypeIn: TypeNames("Page"), of: TypeNames("Page"))
    self.content = fields.concrete()
  }

  func encode(into fields: FieldWriter) {
    fields.at(["meta", "title"]).optionalString("title", title)
    fields.int("views", views)
    fields.object("author", author.value)
    fields.enumValue("kind", kind)
    fields.strings("tags", tags)
    fields.string("id", id)
    fields.objects("editors", editors)
    if let draft { fields.bool("draft", draft) } else { fields.omitted("draft") }
    fields.typename(type, matching: ["kind"], [("page", "Page")])
    fields.part(always)
    fields.part(selected)
    fields.part(ofType)
    fields.concrete(content)
  }
}

nonisolated private struct Author: ResponseObject, Decodable {
  var name = "Ada"

  init() {}

  init(fields: inout FieldReader) { self.name = fields.string("name") }

  func encode(into fields: FieldWriter) { fields.string("name", name) }
}

nonisolated private enum Content: ConcreteObject {
  case text(Author)

  static var typenames: StaticString { "Text" }

  init(typename: String, fields: inout FieldReader) {
    self = .text(fields.part())
  }

  func write(fields: FieldWriter) -> String {
    switch self {
    case .text(let part): fields.write("Text", part)
    }
  }
}

nonisolated private struct Kind: OpenEnum {
  static let graphQLNames = ["NEWS"]
  let graphQLName: String
}
