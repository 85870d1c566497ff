// Tests names that are valid in GraphQL and have another meaning in Swift.

@_spi(Generated) import AuthGenRuntime
import ConstructsFixture
import Testing

@Suite struct NameTests {
  @Test func fieldsNamedLikeSwiftWordsRoundTrip() throws {
    let data = try roundTrip(
      """
      {"names":{"default":1,"in":2,"class":3,"self":4,"init":5,"Type":6,"Self":7,"Protocol":8,
        "description":"d","hashValue":9,"encode":10,"fields":11,"decoder":12,"data":13,"path":14,
        "hash":15,"some":16,"any":17,"try":18,"await":19,"copy":20,"consume":21,"each":22,
        "unsafe":23,"yield":24,"inout":25,"var":32,"let":33,"repeat":26,"concrete":27,"typename":28,"_id":"i","_":29,
        "_1":30,"name":"n","Name":"N","NAME":"NN","error":"none","data_kind":"ONE",
        "optional":"NONE","Names":"x","String":"s","Int":31,"Error":"self","Optional":"NEW",
        "FieldReader":"r","FieldWriter":"e"},
       "aliases":\(Self.noAliases)}
      """, as: NamesQuery.Data.self)
    let names = data.names
    #expect([names.default, names.in, names.class, names.self_, names.init_] == [1, 2, 3, 4, 5])
    #expect([names.type, names.Self_, names.protocol, names.hashValue_] == [6, 7, 8, 9])
    #expect([names.encode, names.fields, names.decoder, names.data] == [10, 11, 12, 13])
    #expect([names.path, names.hash, names.some, names.any, names.try] == [14, 15, 16, 17, 18])
    #expect([names.await, names.copy, names.consume, names.each] == [19, 20, 21, 22])
    #expect([names.var, names.let] == [32, 33])
    #expect([names.unsafe, names.yield, names.inout, names.repeat] == [23, 24, 25, 26])
    #expect(
      [names.concrete, names.typename, names.__, names._1, names.int] == [27, 28, 29, 30, 31])
    #expect([names.name, names.Name, names.NAME, names.id] == ["n", "N", "NN", "i"])
    #expect(names.error == .none_)
    #expect(names.Error == .self_)
    #expect(names.optional == .none_)
    #expect(names.Optional == .unknown("NEW"))
  }

  @Test func aliasesNamedLikeTypesRoundTrip() throws {
    let data = try roundTrip(
      """
      {"names":\(Self.noNames),
       "aliases":{"String":{"String":"s"},"Int":{"Int":1},"Data":{"Data":"ONE"},
        "Error":{"Error":"some"},"Optional":{"Optional":"NONE"},"Self":{"self":2},
        "Type":{"Type":3},"Bool":{"hash":4},"FieldWriter":{"hash":5},
        "ResponseObject":{"hash":6},"Concrete":[{"hash":7}],
        "NamesQuery":[{"hostileNames":"h","other":{"other":{"in":8}}}],"class":{"class":9},
        "willSet":{"hostileNames":"w","other":null,"hash":10,"inout":11,"selfStorage":12,
        "otherStorage":13}}}
      """, as: NamesQuery.Data.self)
    let aliases = data.aliases
    #expect(aliases.string?.string == "s")
    #expect(aliases.int?.int == 1)
    #expect(aliases.data?.data == .one)
    #expect(aliases.error?.error == .some_)
    #expect(aliases.optional?.optional == .none_)
    #expect(aliases.self_?.self_ == 2)
    #expect(aliases.type?.type == 3)
    #expect(aliases.bool?.hash == 4)
    #expect(aliases.fieldWriter?.hash == 5)
    #expect(aliases.responseObject?.hash == 6)
    #expect(aliases.concrete?.map(\.hash) == [7])
    let fragment: HostileNamesFragment? = aliases.namesQuery?.first
    #expect(fragment?.other?.other?.in == 8)
    #expect(aliases.class?.class == 9)
    #expect(aliases.willSet?.selfFragment.hash == 10)
    #expect(aliases.willSet?.hostileNamesFragment.hostileNames == "w")
    #expect(aliases.willSet?.inoutFragment.inout == 11)
    #expect(aliases.willSet?.selfStorage == 12)
    #expect(aliases.willSet?.otherStorage == 13)
  }

  @Test func everyEnumValueKeepsItsName() throws {
    let names = [
      "none", "some", "self", "init", "rawValue", "UNKNOWN", "unknown", "allCases", "graphQLName",
      "graphQLNames", "AllCases", "hashValue", "default", "Type", "a_b", "aB",
    ]
    #expect(ErrorEnum.graphQLNames == names)
    #expect(ErrorEnum.allCases.map(\.rawValue) == names)
    #expect(Set(ErrorEnum.allCases).count == names.count)
    for value in ErrorEnum.allCases {
      if case .unknown(let name) = value { Issue.record("\(name) reads as unknown") }
    }
    #expect(ErrorEnum(rawValue: "later") == .unknown("later"))
    #expect([ErrorEnum(rawValue: "a_b"), ErrorEnum(rawValue: "aB")] == [.a_b, .aB])
  }

  /// `.none` would be no value, and `.some` would need one.
  @Test func casesOfOptionalAreNotCasesOfEnums() throws {
    try expectEncoding(
      of: HostileMutation(error: ErrorInput(default: .none_)), #"{"error":{"default":"none"}}"#)
    try expectEncoding(
      of: HostileMutation(error: ErrorInput(default: .some_)), #"{"error":{"default":"some"}}"#)
    try expectEncoding(of: HostileMutation(error: ErrorInput(default: .none)), #"{"error":{}}"#)
    // No optional has the type of these members.
    try expectEncoding(
      of: HostileMutation(error: ErrorInput(some: "s", explicitNulls: [.none, .some])),
      #"{"error":{"none":null,"some":"s"}}"#)
    try expectEncoding(of: FindQuery(by: .none_("n")), #"{"by":{"none":"n"}}"#)
    let data = try roundTrip(
      """
      {"StaticString":{"hash":null},"search":[],
       "searchResult":[{"__typename":"None","id":"n"}],"searchResultPerson":[]}
      """,
      as: SearchResultTeamQuery.Data.self)
    guard case .none_(let none)? = data.searchResult.first?.concrete else {
      Issue.record("unexpected type")
      return
    }
    #expect(none.id == "n")
  }

  @Test func variablesAndInputFieldsKeepTheirNames() throws {
    try expectEncoding(
      of: HostileMutation(
        error: ErrorInput(default: .init_),
        string: StringInput(
          string: "s", explicitNulls: 1, encode: 2, fields: 3, value: .a,
          nullable: NullableFieldInput(next: NullableFieldInput()), explicitNulls2: [.nullableField]
        ),
        result: ResultInput(success: true, init_: 4, self_: StringInput()),
        class: 5, in: 6, self_: 7, fields: 8, explicitNulls: [.data]),
      """
      {"error":{"default":"init"},
       "string":{"string":"s","explicitNulls":1,"nullableField":null,"encode":2,"fields":3,
        "value":"A","nullable":{"next":{}}},
       "result":{"success":true,"init":4,"self":{}},"class":5,"in":6,"self":7,"fields":8,
       "data":null}
      """)
  }

  @Test func facadeMethodsPassTheirArguments() async throws {
    let recorder = Recorder()
    let client = ConstructsClient(recorder)
    await #expect(throws: Recorder.Stop(operationName: "executor", id: "7")) {
      try await client.executor_(executor: "7")
    }
    await #expect(throws: Recorder.Stop(operationName: "Executor", id: nil)) {
      try await client.executor2()
    }
  }

  @Test func typesThatDifferInCaseAreDistinct() throws {
    let film = try roundTrip(
      #"{"node":{"__typename":"Film","id":"f","isOwned":true}}"#, as: CasesQuery.Data.self)
    #expect(film.node?.asOwned?.id == "f")
    #expect(film.node?.asOwned2?.isOwned == true)
    let book = try roundTrip(
      #"{"node":{"__typename":"Book","id":"b"}}"#, as: CasesQuery.Data.self)
    #expect(book.node?.asOwned?.id == "b")
    #expect(book.node?.asOwned2 == nil)
  }

  private static let noAliases = """
    {"String":null,"Int":null,"Data":null,"Error":null,"Optional":null,"Self":null,"Type":null,
     "Bool":null,"FieldWriter":null,"ResponseObject":null,"Concrete":null,"NamesQuery":null,
     "class":null,"willSet":null}
    """

  private static let noNames = """
    {"default":null,"in":null,"class":null,"self":null,"init":null,"Type":null,"Self":null,
     "Protocol":null,"description":null,"hashValue":null,"encode":null,"fields":null,
     "decoder":null,"data":null,"path":null,"hash":null,"some":null,"any":null,"try":null,
     "await":null,"copy":null,"consume":null,"each":null,"unsafe":null,"yield":null,"inout":null,"var":null,"let":null,
     "repeat":null,"concrete":null,"typename":null,"_id":null,"_":null,"_1":null,"name":null,
     "Name":null,"NAME":null,"error":null,"data_kind":null,"optional":null,"Names":null,
     "String":null,"Int":null,"Error":null,"Optional":null,"FieldReader":null,
     "FieldWriter":null}
    """
}

/// Records the operation and throws.
private struct Recorder: OperationExecutor {
  typealias Failure = Stop

  struct Stop: Error, Equatable {
    let operationName: String
    let id: String?
  }

  func data<Operation: GraphQLOperation>(
    for operation: Operation, options: CallOptions, permit: CallPermit
  ) async throws(Stop) -> Operation.Data {
    throw Stop(
      operationName: Operation.operationName, id: (operation as? ExecutorQuery)?.executor)
  }
}
