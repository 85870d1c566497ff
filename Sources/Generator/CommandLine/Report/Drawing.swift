// The geometry of the page's drawings: boxes with texts, and arrows between them, in CSS pixels.

struct Drawing {
  struct Box {
    var x = 0
    var y = 0
    var width: Int
    var height: Int
    var text: String

    var right: Int { x + width }
    var bottom: Int { y + height }
    var middle: Int { x + width / 2 }
    var center: Int { y + height / 2 }

    /// The text, shortened if the box is too narrow for it.
    var shownText: String { text.shortened(to: Drawing.maximumTextLength) }
  }

  struct Arrow {
    /// The path in SVG's syntax.
    var path: String
    /// The middle of the label's base line.
    var labelX = 0
    var labelY = 0
    /// Empty for an arrow without a label.
    var label = ""
  }

  /// What the drawing shows, in a sentence without a full stop.
  var title: String
  var width = 0
  var height = 0
  var boxes: [Box] = []
  var arrows: [Arrow] = []
  /// The number of boxes that a larger drawing would have.
  var omittedCount = 0

  init(title: String) {
    self.title = title
  }
}

extension Drawing {
  /// The maximum number of characters in a box or a label.
  static let maximumTextLength = 32

  /// The width that a text needs in the page's monospaced font, whose characters are 0.6 em wide.
  static func width(of text: String) -> Int { (text.count * 73 + 9) / 10 }

  /// A box that is wide enough for its text.
  static func box(_ text: String, height: Int = 24) -> Box {
    Box(width: width(of: text.shortened(to: maximumTextLength)) + 20, height: height, text: text)
  }
}

extension Drawing.Arrow {
  enum Direction {
    case left
    case right
    case up
    case down

    /// The head of an arrow that ends here, as the next part of its path.
    fileprivate var head: String {
      switch self {
      case .left: "l7 -4m-7 4l7 4"
      case .right: "l-7 -4m7 4l-7 4"
      case .up: "l-4 7m4 -7l4 7"
      case .down: "l-4 -7m4 7l4 -7"
      }
    }
  }

  /// - Parameters:
  ///   - line: the path in SVG's syntax.
  ///   - direction: that of the line's end.
  init(_ line: String, to direction: Direction) {
    path = line + direction.head
  }

  /// Adds a label, whose base line has its middle at a point.
  func labelled(_ label: String, x: Int, y: Int) -> Self {
    var arrow = self
    (arrow.label, arrow.labelX, arrow.labelY) = (label, x, y)
    return arrow
  }
}

extension String {
  /// The text, or its beginning and an ellipsis.
  func shortened(to length: Int) -> String {
    count <= length ? self : prefix(length - 1) + "…"
  }
}
