// The same response, written by hand: plain structs with synthesised Codable.

struct Items: Codable {
  var items: [Item]

  struct Item: Codable {
    var id: String
    var title: String?
    var rank: Int?
    var active: Bool
    var owner: Person?
    var notes: [Note]
  }

  struct Person: Codable {
    var login: String
    var biography: String?
    var score: Double?
    var locked: Bool
    var role: Role?
    var tags: [String]
  }

  struct Note: Codable {
    var name: String
    var remark: String?
    var size: Int?
    var draft: Bool
    var role: Role?
    var lines: [String]?
  }

  enum Role: String, Codable {
    case admin = "ADMIN"
    case member = "MEMBER"
    case guest = "GUEST"
  }
}
