// Tests that decoding errors name the position and never quote the value.

@_spi(Generated) import AuthGenRuntime
import Foundation
import Testing

@Suite struct ResponseDecodingTests {
  struct Account: ResponseObject, Codable {
    var token: String
    var age: Int?
    var birthday: CalendarDate?

    init(fields: inout FieldReader) {
      self.token = fields.string("token")
      self.age = fields.optionalInt("age")
      self.birthday = fields.optionalValue("birthday")
    }

    func encode(into fields: FieldWriter) {
      fields.string("token", token)
      fields.optionalInt("age", age)
      fields.optionalValue("birthday", birthday)
    }
  }

  struct Root: ResponseObject, Codable {
    var accounts: [Account]
    var heirs: [Account?]?
    var owner: Account?
    var names: [String]?
    var colour: Paint?

    init(fields: inout FieldReader) {
      self.accounts = fields.objects("accounts")
      self.heirs = fields.optionalNestedObjects("heirs")
      self.owner = fields.optionalObject("owner")
      self.names = fields.optionalStrings("names")
      self.colour = fields.optionalEnumValue("colour")
    }

    func encode(into fields: FieldWriter) {
      fields.objects("accounts", accounts)
      fields.optionalNestedObjects("heirs", heirs)
      fields.optionalObject("owner", owner)
      fields.optionalStrings("names", names)
      fields.optionalEnumValue("colour", colour)
    }
  }

  enum Paint: OpenEnum {
    case red
    case unknown(String)

    static var graphQLNames: [String] { ["RED"] }

    init(graphQLName: String) {
      self = graphQLName == "RED" ? .red : .unknown(graphQLName)
    }

    var graphQLName: String {
      switch self {
      case .red: "RED"
      case .unknown(let name): name
      }
    }
  }

  @Test func nullAndAbsentAreNil() throws {
    for json in [#"{"token": "a"}"#, #"{"token": "a", "age": null, "birthday": null}"#] {
      let account = try JSONDecoder().decode(Account.self, from: Data(json.utf8))
      #expect(account.age == nil)
      #expect(account.birthday == nil)
    }
  }

  @Test(arguments: [
    (#""accounts": null"#, ResponseDecodingError.Reason.null, "accounts"),
    (#""accounts": "87654321""#, .typeMismatch, "accounts"),
    (#""accounts": [], "heirs": {"token": "87654321"}"#, .typeMismatch, "heirs"),
    (#""accounts": [{"token": "a"}, null]"#, .null, "accounts.1"),
    (#""accounts": [{"token": "a"}, 87654321]"#, .typeMismatch, "accounts.1"),
    (#""accounts": [], "heirs": [null, {"token": null}]"#, .null, "heirs.1.token"),
    (#""accounts": [], "heirs": [null, {}]"#, .missing, "heirs.1.token"),
    (#""accounts": [], "owner": {}"#, .missing, "owner.token"),
    (#""accounts": [], "owner": 87654321"#, .typeMismatch, "owner"),
    (#""accounts": [], "names": ["a", null]"#, .null, "names.1"),
    (#""accounts": [], "names": ["a", 87654321]"#, .typeMismatch, "names.1"),
    (#""accounts": [], "colour": 87654321"#, .typeMismatch, "colour"),
    (#""names": []"#, .missing, "accounts"),
    (#""accounts": [], "owner": {"token": 87654321}"#, .typeMismatch, "owner.token"),
    (#""accounts": [], "owner": {"token": "a", "age": 87654321.5}"#, .invalidValue, "owner.age"),
    (#""accounts": [], "owner": {"token": "a", "age": 87654321e40}"#, .invalidValue, "owner.age"),
    (
      #""accounts": [], "owner": {"token": "a", "birthday": "87654321"}"#, .invalidValue,
      "owner.birthday"
    ),
  ])
  func errorNamesThePathAndNotTheValue(
    _ fields: String, _ reason: ResponseDecodingError.Reason, _ path: String
  ) {
    let error = #expect(throws: ResponseDecodingError.self) {
      try GraphQLResponse<Root>(json: Data(#"{"data": {\#(fields)}}"#.utf8))
    }
    #expect(error?.reason == reason)
    #expect(error?.path.joined(separator: ".") == "data." + path)
    #expect(!printedForms(of: error as Any).contains("87654321"))
  }

  @Test func everyShapeIsDecoded() throws {
    let json = """
      {"data": {"accounts": [{"token": "a"}], "heirs": [null, {"token": "b"}],
       "owner": {"token": "c"}, "names": ["d", "e"], "colour": "BLUE"}}
      """
    let root = try #require(try GraphQLResponse<Root>(json: Data(json.utf8)).data)
    #expect(root.accounts.map(\.token) == ["a"])
    #expect(root.heirs?.map(\.?.token) == [nil, "b"])
    #expect(root.owner?.token == "c")
    #expect(root.names == ["d", "e"])
    #expect(root.colour == .unknown("BLUE"))
  }

  @Test func decoderErrorsDoNotQuoteValues() {
    let json = Data(#"{"token": "a", "age": 87654321.5}"#.utf8)
    let error = #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(Account.self, from: json)
    }
    #expect(!"\(String(describing: error))".contains("87654321"))
  }

  @Test func partialDataAndErrorsAreBothAvailable() throws {
    let json = """
      {"data": {"accounts": []},
       "errors": [{"message": "no", "path": ["accounts", 0], "locations": [{"line": 1, "column": 2}]}]}
      """
    let response = try GraphQLResponse<Root>(json: Data(json.utf8))
    #expect(response.data?.accounts.isEmpty == true)
    #expect(response.errors.first?.path == [.field("accounts"), .index(0)])
    #expect(response.errors.first?.locations.first?.column == 2)
  }

  @Test func invalidJSONIsReported() {
    let error = #expect(throws: ResponseDecodingError.self) {
      try GraphQLResponse<Root>(json: Data("<html>".utf8))
    }
    #expect(error?.reason == .invalidJSON)
  }
}
