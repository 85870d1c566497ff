// The forms and sessions that an Ory project returns.

import AuthGenRuntime
import Foundation

extension OryProject {
  func expired(_ kind: String) -> Int { kind == "login" ? 4_010_001 : 4_040_001 }

  mutating func refused(_ flow: Int, _ messages: Int...) -> (Int, String) {
    flows[flow].messages = messages
    return (400, text(flow))
  }

  func done(_ flow: Int) -> (Int, String) {
    var result: OryFake.Object = flows[flow].session.map { granted($0) } ?? [:]
    if flows[flow].kind == "registration", let user = flows[flow].identity {
      result["identity"] = object(identities[user])
    }
    return result.isEmpty ? (400, text(flow)) : (200, OryFake.text(result))
  }

  func granted(_ session: Int) -> OryFake.Object {
    ["session_token": sessions[session].token, "session": object(sessions[session])]
  }

  func object(_ session: Session) -> OryFake.Object {
    // `PostLoginHook` in selfservice/flow/login/hook.go withholds the identity.
    OryFake.session(
      session.number, level: session.level,
      identity: session.lacksSecondFactor ? nil : object(identities[session.identity]),
      expiresAt: session.expiresAt,
      methods: session.methods.map { method in
        var written: OryFake.Object = ["method": method.name, "aal": method.level]
        written["provider"] = method.provider
        return written
      })
  }

  private func object(_ identity: Identity) -> OryFake.Object {
    [
      "id": "identity-\(identity.number)", "schema_id": "default", "traits": identity.traits,
      "verifiable_addresses": [
        [
          "id": "address-\(identity.number)", "value": identity.traits["email"] ?? "",
          "verified": identity.isVerified, "via": "email", "status": "completed",
        ] as OryFake.Object
      ],
    ]
  }

  func text(_ index: Int) -> String {
    let flow = flows[index]
    return OryFake.flow(
      flow.number, flow.kind, state: flow.state, code: flow.halves?.initial,
      expiresAt: flow.expiresAt, messages: flow.messages, nodes: nodes(of: flow))
  }

  private func nodes(of flow: Flow) -> [OryNode] {
    if flow.state == "sent_email" {
      return kept(flow) + [
        OryNode("code", "code", isRequired: true),
        OryNode("code", "resend", "submit", value: "code"),
      ]
    }
    if flow.level == "aal2" { return secondFactors(of: flow) }
    let verb = flow.kind == "login" ? "in" : "up"
    var nodes = Self.providers.map { (id: String) in
      OryNode("oidc", "provider", "submit", value: id, label: "Sign \(verb) with \(id)")
    }
    // An app cannot submit this one.
    nodes.append(OryNode("saml", "provider", "submit", value: "office", label: nil))
    if flow.step != nil || codes == .firstFactor {
      nodes += kept(flow)
    } else if let problem = flow.problems["traits.email"] {
      nodes.append(
        OryNode("oidc", "traits.email", "email", isRequired: true, messages: [problem]))
    }
    if flow.step == "profile" {
      nodes.append(OryNode("profile", "method", "submit", value: "profile"))
    } else if codes == .firstFactor {
      nodes.append(OryNode("code", "method", "submit", value: "code"))
    }
    if let challenge = flow.challenge {
      nodes.append(OryPasskey.node(challenge, isLogin: flow.kind == "login"))
    }
    return nodes
  }

  /// The nodes with the identifier or the traits, which are hidden in later steps.
  private func kept(_ flow: Flow) -> [OryNode] {
    let isHidden = flow.state == "sent_email" || flow.step == "credentials"
    if flow.kind == "login" {
      return [
        OryNode(
          "default", "identifier", isHidden ? "hidden" : "text", value: flow.sent?.address,
          isRequired: true)
      ]
    }
    return [("email", "email", "E-Mail"), ("name", "text", "Name")].map { name, type, label in
      OryNode(
        "default", "traits.\(name)", isHidden ? "hidden" : type, value: flow.traits[name],
        isRequired: true, label: label,
        messages: flow.problems["traits.\(name)"].map { [$0] } ?? [])
    }
  }

  private func secondFactors(of flow: Flow) -> [OryNode] {
    guard let user = flow.identity, identities[user].totpCode != nil else { return [] }
    let address = identities[user].traits["email"]
    return (codes == .secondFactor ? [OryNode("code", "address", "submit", value: address)] : [])
      + [
        OryNode("totp", "totp_code", value: "", isRequired: true),
        OryNode("totp", "method", "submit", value: "totp"),
        OryNode("lookup_secret", "lookup_secret", value: ""),
        // A native app cannot ask for this one.
        OryNode("webauthn", "webauthn_login", "hidden"),
      ]
  }
}
