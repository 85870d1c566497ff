// Certificates that the `openssl` command makes.

import AuthGenTestSupport
import Foundation

/// A root, an intermediate and servers' certificates, in DER, all valid for a day.
struct CertificateChains: Sendable {
  let root: Data
  let intermediate: Data
  /// For `api.example.com` and `*.shop.example.com`.
  let server: Data
  /// For the same hosts, with another key, from the same intermediate.
  let renewed: Data
  /// For `evil.example.com`, with the server's key.
  let otherHost: Data
  /// For `api.example.com`, from a root with the same name as the intermediate.
  let impostor: Data
  /// For `api.example.com`, with an RSA key and without an alternative name.
  let commonNameOnly: Data
  /// The pins of the keys, as `openssl` computes them, by the names of the certificates.
  let pins: [String: String]

  static let made = Task { try await CertificateChains() }

  private init() async throws {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "authgen-chains-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let result = try await runProcess(
      "bash", ["-euo", "pipefail", "-c", Self.script], in: folder)
    guard result.exitCode == 0 else { throw Failure(errors: result.errors) }
    func certificate(_ name: String) throws -> Data {
      try Data(contentsOf: folder.appending(path: "\(name).der"))
    }
    root = try certificate("root")
    intermediate = try certificate("intermediate")
    server = try certificate("server")
    renewed = try certificate("renewed")
    otherHost = try certificate("otherHost")
    impostor = try certificate("impostor")
    commonNameOnly = try certificate("commonNameOnly")
    pins = Dictionary(
      uniqueKeysWithValues: result.output.split(separator: "\n").map { line in
        let words = line.split(separator: " ")
        return (String(words[0]), "sha256/\(words[1])")
      })
  }

  struct Failure: Error {
    let errors: String
  }

  private static let script = #"""
    key() { openssl genpkey -algorithm EC -pkeyopt ec_paramgen_curve:prime256v1 -out "$1.key"; }
    # issue NAME SUBJECT ISSUER EXTENSIONS: signs a certificate for NAME.key.
    issue() {
      openssl req -new -key "$1.key" -subj "/CN=$2" -out "$1.csr"
      printf '%s' "$4" >"$1.ext"
      openssl x509 -req -in "$1.csr" -CA "$3.pem" -CAkey "$3.key" -days 1 -extfile "$1.ext" -out "$1.pem"
    }
    names=subjectAltName=DNS:API.example.com,DNS:*.shop.example.com
    key root
    openssl req -x509 -key root.key -subj /CN=root -days 1 -out root.pem
    key intermediate
    issue intermediate intermediate root basicConstraints=critical,CA:true
    key server
    issue server server intermediate "$names"
    key renewed
    issue renewed server intermediate "$names"
    cp server.key otherHost.key
    issue otherHost server intermediate subjectAltName=DNS:evil.example.com
    key authority
    openssl req -x509 -key authority.key -subj /CN=intermediate -days 1 -out authority.pem
    key impostor
    issue impostor server authority "$names"
    openssl genrsa -out commonNameOnly.key 2048
    issue commonNameOnly api.example.com intermediate basicConstraints=CA:false
    for name in root intermediate server renewed otherHost authority impostor commonNameOnly; do
      openssl x509 -in "$name.pem" -outform der -out "$name.der"
      hash=$(openssl x509 -in "$name.pem" -pubkey -noout | openssl pkey -pubin -outform der \
        | openssl dgst -sha256 -binary | base64)
      echo "$name $hash"
    done
    """#
}
