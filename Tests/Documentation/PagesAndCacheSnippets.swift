// Compiles the code of AuthGenPages' and AuthGenCache's pages.

import AuthGenCache
import AuthGenPages
import AuthGenRuntime
import AuthGenSessions
import ConstructsFixture
import Foundation
import HorizonAPI

enum PagesAndCacheSnippets {
  private typealias ShopClient = HorizonClient

  static func pages(_ shop: ConstructsClient<GraphQLClient>) async throws {
    for try await page in shop.pages(of: ItemsQuery(first: 20)) {
      show(page.items?.edges.map(\.node) ?? [])
    }

    var pages = shop.pages(of: ItemsQuery(first: 20)).makeAsyncIterator()
    let first = try await pages.next()
    let second = try await pages.next()

    _ = (first, second)
  }

  static func cache<Session: StoredSession>(
    _ configuration: ClientConfiguration, _ login: (sessions: SessionManager<Session>, Void),
    _ mutation: RemoveSocialLinkMutation
  ) async throws {
    let cache = ResponseCache(timeToLive: .seconds(300))
    let client = GraphQLClient(configuration).authenticated(by: login.sessions)
    let cached = CachedClient(client, cache: cache, sessions: login.sessions)
    let shop = ShopClient(cached)

    let fresh = try await ShopClient(cached.with(.networkOnly)).socialLinks()

    for try await data in cached.results(of: SocialLinksQuery()) { show(data) }

    _ = try await cached.execute(mutation, invalidating: SocialLinksQuery.self)

    let openCache = ResponseCache(timeToLive: .seconds(300))
    let open = CachedClient(GraphQLClient(configuration), cache: openCache)

    _ = (shop, fresh, open)
  }

  private static func show(_ value: some Any) {}
}
