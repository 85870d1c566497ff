// Ory's messages to users.

public import AuthGenRuntime
import AuthGenSessions
import AuthGenWebLogin
import Foundation
public import OryAPI

/// A message for the user, from the server. Show it where the user logs in. It may quote the user
/// or a provider, so descriptions show only its number.
public struct OryMessage: Hashable, Sendable {
  /// Identifies the message in any language, such as 4000007.
  public let id: Int
  public let text: String
  public let type: MessageType
  /// The field of the message, such as `traits.email`; nil for the login as a whole.
  public let field: String?

  public init(id: Int, text: String, type: MessageType, field: String? = nil) {
    self.id = id
    self.text = text
    self.type = type
    self.field = field
  }
}

extension OryMessage: RedactedDescription {
  public var description: String { "message \(id)" }
  public var customMirror: Mirror { Mirror(self, children: ["id": id], displayStyle: .struct) }
}

extension Flow {
  /// The providers that can be submitted: those of the method `oidc`.
  var providers: [OryProvider] {
    nodes.compactMap { node in
      guard node.isNamed("provider", in: "oidc"), case .string(let id) = node.value else {
        return nil
      }
      return OryProvider(id: id, label: node.label)
    }
  }

  var ownMessages: [OryMessage] { (messages ?? []).map { OryMessage($0, field: nil) } }

  /// The flow's own messages, followed by those of its fields.
  var allMessages: [OryMessage] { ownMessages + nodes.flatMap(\.ownMessages) }

  /// Why the server refuses a submission. A registration with problems at its fields can be submitted again.
  ///
  /// - Parameters:
  ///   - begun: what the next submission continues; nil for a new flow.
  ///   - start: the login under which the user began.
  func refusal(
    of redirectURI: RedirectURI?, _ begun: BegunFlow? = nil, since start: LoginStart
  ) -> OryLoginError.Reason {
    isRegistration && fields.contains { !$0.messages.isEmpty }
      ? .incomplete(OryForm(self, begun, .registration, redirectURI, since: start))
      : .refused(allMessages)
  }

  /// The reason why an exchange returned this flow and no session.
  func outcome(of login: PendingOryLogin, at date: Date) -> OryLoginError.Reason {
    let messages = allMessages
    // The messages of the flow that replaces an expired login or registration.
    if messages.contains(where: { $0.id == 4_010_001 || $0.id == 4_040_001 }) { return .expired }
    if !messages.isEmpty { return refusal(of: login.redirectURI, since: login.start) }
    if expiresAt.date <= date { return .expired }
    // The user completed the flow without errors, but has no session: the login of a new user has
    // turned into a registration.
    return isRegistration ? .registeredWithoutSession(identityID: nil) : .refused([])
  }

  var isRegistration: Bool {
    URL(string: action.reveal())?.path.hasSuffix("/self-service/registration") ?? false
  }
}

extension Flow.Node {
  var ownMessages: [OryMessage] { (messages ?? []).map { OryMessage($0, field: name) } }

  func isNamed(_ name: String, in group: String) -> Bool {
    self.group.hasSameBytes(as: group) && self.name?.hasSameBytes(as: name) == true
  }
}

extension OryMessage {
  fileprivate init(_ message: Message, field: String?) {
    self.init(id: message.id, text: message.text, type: message.type, field: field)
  }
}
