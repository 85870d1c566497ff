// A Horizon of one's own.

import AuthGenRuntime
import AuthGenTestSupport
import Foundation

/// Horizon's API on this machine, until it is let go: GraphQL by an engine of others, customers and
/// provider tokens by a script.
package struct HorizonTestServer: Sendable {
  package let process: PythonServer

  /// - Parameters:
  ///   - seconds: when the server ends at the latest.
  ///   - keepsLedger: whether it writes down all secrets, for tests to search for.
  package init(seconds: Int = 600, keepsLedger: Bool = false) async throws {
    let schema = Checkout.root.appending(path: "Schemas/Horizon/schema.graphql")
    process = try await PythonServer(
      "horizon_server", ["--schema", schema.path], seconds: seconds, keepsLedger: keepsLedger)
  }

  /// Such as `http://127.0.0.1:54321`.
  package var origin: URL { process.origin }

  /// The GraphQL endpoint of a site. Sites share nothing.
  package func endpoint(site: String, subsite: String = "en") -> URL {
    origin.appending(path: "\(site)/\(subsite)/graphql")
  }

  /// The tokens of the emails that a site has sent, the oldest first.
  package func emailedTokens(
    site: String, subsite: String = "en", to address: String
  ) async throws -> [Secret] {
    let request = HTTPRequest(
      method: .get, url: origin.appending(path: "\(site)/\(subsite)/emails"))
    let emails = try JSONDecoder().decode(
      [Email].self, from: try await URLSessionTransport().send(request).body)
    return emails.filter { $0.to == address }.map(\.verificationToken)
  }

  private struct Email: Decodable {
    let to: String
    let verificationToken: Secret
  }
}
