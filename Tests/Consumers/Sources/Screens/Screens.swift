// This code is isolated to the main actor by default. Generated code is not.
import AuthGenRuntime
import Foundation

public final class Menu {
  public var entries: [String] = []

  public init() {}

  public func load() async throws {
    entries = try await Self.read()
  }

  @concurrent private static func read() async throws -> [String] {
    let json = #"{"data": {"screen": {"__typename": "Menu", "title": "M", "entries": ["a", "b"]}}}"#
    let response = try GraphQLResponse<ScreenQuery.Data>(json: Data(json.utf8))
    guard case .menu(let menu) = response.data?.screen?.concrete else { return [] }
    return menu.entries
  }
}
