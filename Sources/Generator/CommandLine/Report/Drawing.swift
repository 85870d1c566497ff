// The geometry of the page's drawings: boxes with texts, and arrows between them, in CSS pixels.

struct Drawing {
  struct Box {
    var x: Int
    var y: Int
    var width: Int
    var height: Int
    var text: String
  }

  struct Arrow {
    /// The path in SVG's syntax.
    var path: String
    /// The middle of the label's base line.
    var labelX: Int
    var labelY: Int
    /// Empty for an arrow without a label.
    var label: String
  }

  var width = 0
  var height = 0
  var boxes: [Box] = []
  var arrows: [Arrow] = []
  /// The number of boxes that a larger drawing would have.
  var omittedCount = 0
}

extension Drawing {
  /// Draws the fragments of a client: each one to the right of those that spread it.
  init(fragmentsOf client: Report.Client) {
    omittedCount = client.fragments.count
  }

  /// Draws the states of a session.
  init(_ session: Report.Session) {}
}
