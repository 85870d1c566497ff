// The code of AppExtensions for Apple platforms. `.ci/apple-platforms` type-checks it.

#if canImport(Security)
  import AuthGenSessions
  import AuthGenWebLogin

  /// What an app and its extensions share. The group is in the entitlements of each.
  enum SharedLogin {
    static let group = "ABCDE12345.com.example.shop"

    static var store: KeychainStore {
      KeychainStore(service: "com.example.shop", account: "customer", accessGroup: group)
    }

    static var key: any DPoPKey {
      PlatformKey.make(service: "com.example.shop", account: "customer", accessGroup: group)
    }
  }
#endif

#if canImport(BackgroundTasks)
  import BackgroundTasks
  import Foundation
  import SwiftUI

  enum BackgroundRefresh {
    static let identifier = "com.example.shop.refresh"

    /// Call it when the user leaves the app.
    static func schedule() {
      let request = BGAppRefreshTaskRequest(identifier: identifier)
      request.earliestBeginDate = Date(timeIntervalSinceNow: 60 * 60)
      try? BGTaskScheduler.shared.submit(request)
    }
  }

  extension Scene {
    func refreshingInBackground(_ refresh: @escaping @Sendable () async -> Void) -> some Scene {
      backgroundTask(.appRefresh(BackgroundRefresh.identifier)) {
        BackgroundRefresh.schedule()
        await refresh()
      }
    }
  }
#endif
