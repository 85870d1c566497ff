// What Ory says to users.

import Foundation
import OryAPI

/// Words for the user, as the server has them. They may be shown where the user asked for the login;
/// they may quote what the user or a provider said, so that nothing but their number is printed.
public struct OryMessage: Hashable, Sendable {
  /// Identifies what is said, in whatever language, such as 4000007.
  public let id: Int
  public let text: String
  public let type: MessageType
  /// The field that it is about, such as `traits.email`; nil for the login as a whole.
  public let field: String?

  public init(id: Int, text: String, type: MessageType, field: String? = nil) {
    self.id = id
    self.text = text
    self.type = type
    self.field = field
  }
}

extension OryMessage: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  public var description: String { "message \(id)" }
  public var debugDescription: String { description }
  public var customMirror: Mirror { Mirror(self, children: ["id": id], displayStyle: .struct) }
}

extension Flow {
  /// The providers that can be submitted: those of the method `oidc`.
  var providers: [OryProvider] {
    nodes.compactMap { node in
      guard node.group == "oidc", node.name == "provider", case .string(let id) = node.value else {
        return nil
      }
      return OryProvider(id: id, label: node.label)
    }
  }

  /// The flow's own messages, and then those of its fields.
  var allMessages: [OryMessage] {
    let fields = nodes.flatMap { node in
      (node.messages ?? []).map { OryMessage($0, field: node.name) }
    }
    return (messages ?? []).map { OryMessage($0, field: nil) } + fields
  }

  /// Why an exchange gave this flow and no session.
  func outcome(at date: Date) -> OryLoginError.Reason {
    let messages = allMessages
    // What the login's and the registration's successor says of a flow that has expired.
    if messages.contains(where: { $0.id == 4_010_001 || $0.id == 4_040_001 }) { return .expired }
    if !messages.isEmpty { return .refused(messages) }
    if expiresAt.date <= date { return .expired }
    // A user has come through, and nothing is wrong, and there is no session. A login of a new user
    // has turned into a registration.
    return isRegistration ? .registeredWithoutSession(identityID: nil) : .refused([])
  }

  private var isRegistration: Bool {
    URL(string: action)?.path.hasSuffix("/self-service/registration") ?? false
  }
}

extension OryMessage {
  fileprivate init(_ message: Message, field: String?) {
    self.init(id: message.id, text: message.text, type: message.type, field: field)
  }
}
