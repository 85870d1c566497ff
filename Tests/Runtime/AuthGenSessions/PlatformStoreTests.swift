// Tests where sessions are stored on systems without a Keychain.

import AuthGenRuntime
import AuthGenTestSupport
import Foundation
import Testing

@testable import AuthGenSessions

@Suite struct PlatformStoreTests {
  private func path(
    _ service: String, _ account: String, _ environment: [String: String] = [:]
  ) -> String {
    PlatformStore.file(
      service: service, account: account, environment: environment, home: "/home/ada"
    ).path
  }

  @Test func folderIsTheStateFolder() {
    #expect(
      path("com.example.shop", "customer")
        == "/home/ada/.local/state/com.example.shop/customer.session")
    #expect(path("shop", "ada", ["XDG_STATE_HOME": "/var/state"]) == "/var/state/shop/ada.session")
    for ignored in ["", "state", "../state", "~/state"] {
      #expect(
        path("shop", "ada", ["XDG_STATE_HOME": ignored])
          == "/home/ada/.local/state/shop/ada.session")
    }
  }

  @Test(arguments: [
    ("../..", "%2E.%2F.."), ("..", "%2E."), (".", "%2E"), ("/etc/passwd", "%2Fetc%2Fpasswd"),
    ("a/../b", "a%2F..%2Fb"), ("a\0b", "a%00b"), ("", "%"), ("%2E", "%252E"), ("~", "%7E"),
    ("ada@example.com", "ada%40example.com"), ("a\\b c", "a%5Cb%20c"), ("é\n", "%C3%A9%0A"),
    (".session.new", "%2Esession.new"),
  ])
  func everyNameStaysInItsFolder(name: String, encoded: String) {
    #expect(path(name, "x") == "/home/ada/.local/state/\(encoded)/x.session")
    #expect(path("x", name) == "/home/ada/.local/state/x/\(encoded).session")
  }

  @Test func nameWithSlashesIsOneFile() async throws {
    try await withFolder { folder in
      let environment = ["XDG_STATE_HOME": folder.path]
      for account in ["../../escaped", "a/b", "..", ""] {
        let url = PlatformStore.file(
          service: "../x", account: account, environment: environment, home: "/")
        try FileStore(url: url).write(Data(account.utf8))
        #expect(try FileStore(url: url).read() == Data(account.utf8))
      }
      let folders = try names(in: folder)
      #expect(folders == ["%2E.%2Fx"])
      let files = try names(in: folder.appending(path: "%2E.%2Fx"))
      #expect(files.count == 4)
    }
  }

  @Test func creatingTheStoreDoesNotTouchTheDisk() {
    #if !canImport(Security)
      let store: any SecretStore = PlatformStore.make(
        service: "com.example.shop", account: "customer")
      #expect(store is FileStore)
    #endif
  }

  /// Otherwise one server would get the tokens of another.
  @Test func eachClientAndServerHasItsOwnStore() throws {
    func owner(_ name: String, _ endpoint: String) throws -> String {
      let owners = Shared<[String]>([])
      struct Recorder: SessionStore {
        let owners: Shared<[String]>
        func store(for owner: String) -> any SecretStore {
          owners.withLock { $0.append(owner) }
          return InMemoryStore()
        }
      }
      let url = try #require(URL(string: endpoint))
      let client = GraphQLClient(ClientConfiguration(endpoint: url))
      _ = Recorder(owners: owners).store(of: name, by: client)
      return owners.withLock { $0[0] }
    }
    let owners = try [
      owner("Shop", "https://a.example.com/graphql"), owner("Gql", "https://a.example.com/graphql"),
      owner("Shop", "https://b.example.com/graphql"), owner("Shop", "http://127.0.0.1:1/graphql"),
      owner("Shop", "http://127.0.0.1:2/graphql"),
    ]
    #expect(Set(owners).count == owners.count)
    #expect(try owner("Shop", "https://A.example.com:443/other") == owners[0])
    #expect(path("x", owners[0]).hasSuffix("/Shop%20https%3A%2F%2Fa.example.com%3A443.session"))
    #expect(PlatformSessionStore().store(for: owners[0]) is PlatformStore.Store)
    let store = InMemoryStore()
    #expect(store.store(for: owners[0]) as? InMemoryStore === store)
  }
}
