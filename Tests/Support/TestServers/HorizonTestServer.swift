// A Horizon server for one test run.

package import AuthGenRuntime
import AuthGenTestSupport
package import Foundation

/// Horizon's API on this machine, until this value is released. A third-party library is the GraphQL engine,
/// and a script has the customers and provider tokens.
package struct HorizonTestServer: Sendable {
  package let process: PythonServer

  /// - Parameters:
  ///   - seconds: the server's maximum lifetime.
  ///   - keepsLedger: whether it records all secrets, for tests to search for.
  package init(seconds: Int = 3600, keepsLedger: Bool = false) async throws {
    let schema = Checkout.root.appending(path: "Schemas/Horizon/schema.graphql")
    process = try await PythonServer(
      "horizon_server", ["--schema", schema.path], seconds: seconds, keepsLedger: keepsLedger)
  }

  /// For example `http://127.0.0.1:54321`.
  package var origin: URL { process.origin }

  /// The GraphQL endpoint of a site. Sites share nothing.
  package func endpoint(site: String, subsite: String = "en") -> URL {
    origin.appending(path: "\(site)/\(subsite)/graphql")
  }

  /// The tokens in the emails that a site has sent, oldest first.
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
