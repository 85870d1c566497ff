// Fuzzes the page of a report with hostile texts of a schema.

import AuthGenCommandLine
import AuthGenLanguage

extension Target {
  /// The page has the same tags and attributes for each text.
  static func renderReport(_ input: [UInt8]) {
    // The page has no tags for an empty text.
    guard !input.isEmpty else { return }
    var writer = JSONWriter()
    writer.string(String(decoding: input, as: UTF8.self))
    require(
      tags(of: page(String(decoding: writer.bytes, as: UTF8.self))) == plainTags,
      "a text of the schema changes the page's tags")
  }

  private static let plainTags = tags(of: page("\"plain\""))

  private static func page(_ text: String) -> [UInt8] {
    do throws(Diagnostic) {
      return try ReportPage.html(of: Array(content.replacing("TEXT", with: text).utf8))
    } catch {
      fatalError("\(error.message)")
    }
  }

  /// The tags of a page with the names of their attributes, and what looks like one in its script.
  private static func tags(of page: [UInt8]) -> [[UInt8]] {
    var tags: [[UInt8]] = []
    var tag: [UInt8]?
    var isInQuotes = false
    for byte in page {
      if byte == UInt8(ascii: "<"), tag == nil { tag = [] }
      guard tag != nil else { continue }
      if byte == UInt8(ascii: "\"") { isInQuotes.toggle() }
      if !isInQuotes { tag?.append(byte) }
      if byte == UInt8(ascii: ">"), !isInQuotes, let ended = tag {
        tags.append(ended)
        tag = nil
      }
    }
    return tags
  }

  /// The JSON form of a report with one of everything.
  private static let content = """
    {"version":1,"generator":TEXT,"clients":[{"name":TEXT,"schema":[TEXT],"maximumWeight":10,
    "totals":{"operations":1,"needSession":1,"haveSecrets":1,"selectDeprecated":1,"canLoseAllData":1,
    "largestWeight":1,"fragments":1,"fields":1,"usedFields":1},
    "modules":[{"name":TEXT,"operations":[{"name":TEXT,"kind":"query","description":TEXT,"place":TEXT,
    "swiftType":TEXT,"swiftProtocol":"AuthenticatedOperation","needsSession":true,"sessionFields":[TEXT],
    "credentialVariable":TEXT,"secretsSent":[TEXT],"secretsReceived":[TEXT],"weight":1,
    "heaviestFields":[{"coordinate":TEXT,"fieldWeight":1}],"rateLimitBuckets":[TEXT],
    "deprecatedFields":[{"coordinate":TEXT,"reason":TEXT}],"criticalFields":[TEXT],"fragments":[TEXT],
    "hash":TEXT,"request":TEXT}]}],
    "fragments":[{"name":TEXT,"swiftType":TEXT,"type":TEXT,"module":TEXT,"place":TEXT,"spreads":[TEXT],
    "operations":[TEXT]}],
    "session":{"swiftType":TEXT,"logIn":[TEXT],"secondStep":[TEXT],"replaceTokens":[TEXT],"refresh":TEXT,
    "logOut":TEXT,"deleteAccount":TEXT,"placement":TEXT,"endings":[TEXT],"stored":[TEXT]},
    "types":[{"name":TEXT,"kind":"object","usedCount":1,"fields":[{"name":TEXT,"isDeprecated":true,
    "selectedBy":[TEXT]},{"name":TEXT,"isDeprecated":false,"selectedBy":[]}]}],
    "changes":{"fails":true,"failOn":"breaking","operations":true,"comparesDirectives":true,
    "summary":TEXT,"notes":[TEXT],"counts":{"breaking":1,"dangerous":0,"safe":0},
    "changes":[{"kind":"FIELD_REMOVED","criticality":"breaking","coordinate":TEXT,"message":TEXT,
    "consequence":TEXT,"fails":true,"remedy":TEXT,"old":{"path":TEXT,"line":1,"column":1},
    "new":{"path":TEXT,"line":1,"column":1},"used":true,
    "uses":[{"definition":"query","name":TEXT,"part":"selection","path":TEXT,"line":1,"column":1}],
    "swift":[TEXT]}]},
    "fragmentDrawing":{"width":1,"height":1,"boxes":[{"x":1,"y":1,"boxWidth":1,"boxHeight":1,"textX":1,
    "textY":1,"text":TEXT}],"arrows":[{"path":"M0 0","labelX":1,"labelY":1,"label":TEXT}],"omitted":1},
    "sessionDrawing":null}]}
    """
}
