// Fuzzes the parts of results with @defer and @stream.

@_spi(Generated) import AuthGenRuntime
import Foundation

@_spi(Generated) @testable import AuthGenStreams

extension Target {
  /// The parts of a result, one in each line. The response of valid parts is valid, for Foundation too, and
  /// has the size of its parts, with at most a second copy of each.
  static func combineResult(_ input: [UInt8]) {
    let limit = 2_000
    var result = IncrementalResult(limit: limit)
    var isValid = true
    var size = 0
    for line in input.split(separator: .lineFeed) where result.hasNext {
      let part = Data(line)
      size += part.count
      do throws(StreamFailure) {
        try result.add(part)
      } catch {
        return
      }
      isValid = isValid && isJSON(part)
      let json = result.json
      require(size <= limit, "the parts are above the limit")
      require(json.count <= 3 * size + 64, "the response grows")
      require(!isValid || isJSON(json), "the response of valid parts is invalid")
      checkReading(of: json, result.mayBeDeferred)
    }
  }

  private static func isJSON(_ data: Data) -> Bool {
    (try? JSONSerialization.jsonObject(with: data)) != nil
  }

  private static func checkReading(of json: Data, _ mayBeDeferred: Bool) {
    let response = try? GraphQLResponse<Growing>(
      json: json, variables: [:], mayBeDeferred: mayBeDeferred)
    guard let data = response?.data else { return }
    guard let encoded = try? JSONEncoder().encode(data) else { return }
    require((try? Growing(json: encoded)) == data, "a value changes when it is written and read")
  }
}

/// A response with fragments that may be deferred, and lists that may be streamed.
private struct Growing: ResponseObject, Codable, Equatable {
  var items: [Item]?
  var hero: Hero?

  init(fields: inout FieldReader) {
    self.items = fields.optionalObjects("a")
    self.hero = fields.optionalObject("hero")
  }

  func encode(into fields: FieldWriter) {
    fields.optionalObjects("a", items)
    fields.optionalObject("hero", hero)
  }

  struct Item: ResponseObject, Codable, Equatable {
    var number: Int?

    init(fields: inout FieldReader) { self.number = fields.optionalInt("x") }

    func encode(into fields: FieldWriter) { fields.optionalInt("x", number) }
  }

  struct Hero: ResponseObject, Codable, Equatable {
    var name: String?
    var details: Deferred<Details>
    var home: Deferred<Home>

    init(fields: inout FieldReader) {
      self.name = fields.optionalString("name")
      self.details = fields.deferred("d", ["height"])
      self.home = fields.deferred("e")
    }

    func encode(into fields: FieldWriter) {
      fields.optionalString("name", name)
      fields.deferred("d", details)
      fields.deferred("e", home)
    }
  }

  struct Details: ResponseObject, Codable, Equatable {
    var height: Int

    init(fields: inout FieldReader) { self.height = fields.int("height") }

    func encode(into fields: FieldWriter) { fields.int("height", height) }
  }

  struct Home: ResponseObject, Codable, Equatable {
    var home: Item

    init(fields: inout FieldReader) { self.home = fields.object("home") }

    func encode(into fields: FieldWriter) { fields.object("home", home) }
  }
}
