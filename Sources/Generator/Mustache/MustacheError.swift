// Template errors, with a description of the fix.

/// An error in a template. It is found when the template is compiled or when missing partials are
/// listed. Only runaway recursion and an unknown name are found during rendering.
package struct MustacheError: Error, Equatable, Sendable {
  /// The name of the template with the error.
  package var template: String
  /// The position of the error in the template.
  package var position: Position
  /// The reason for the error.
  package var reason: Reason

  /// Creates an error.
  package init(template: String, position: Position, reason: Reason) {
    self.template = template
    self.position = position
    self.reason = reason
  }

  /// A position in a template.
  package struct Position: Hashable, Sendable {
    /// The line, from 1.
    package var line: Int
    /// The column in Unicode scalars, from 1.
    package var column: Int

    /// Creates a position from a line and a column, both from 1.
    package init(line: Int, column: Int) {
      self.line = line
      self.column = column
    }
  }

  /// The kinds of errors.
  package enum Reason: Hashable, Sendable {
    /// A tag has no closing delimiter. `closing` is the expected one.
    case unclosedTag(closing: String)
    /// A tag is empty.
    case emptyTag
    /// A name contains white space, or a dotted name has an empty part.
    case invalidName(String)
    /// A tag of inheritance or with a dynamic name, which the engine does not support.
    case unsupportedTag(String)
    /// A Set Delimiter tag does not contain two delimiters without white space and equals signs.
    case invalidDelimiters(String)
    /// A section has no end. `tag` is its text with default delimiters.
    case unclosedSection(name: String, tag: String)
    /// An End Section tag has no section to close.
    case unopenedSection(name: String)
    /// An End Section tag does not match the innermost open section.
    case mismatchedSection(name: String, expected: String, opened: Position)
    /// A partial names a template that is not in the set.
    case missingTemplate(name: String)
    /// More than `limit` partials are nested during rendering.
    case nestingTooDeep(limit: Int)
    /// Rendering takes more than `limit` steps.
    case tooManySteps(limit: Int)
    /// The set has no template with this name to render.
    case unknownTemplate
  }
}

extension MustacheError: CustomStringConvertible {
  /// The whole message: template, line, column, problem and fix.
  package var description: String {
    "\(template):\(position.line):\(position.column): \(reason)"
  }
}

extension MustacheError.Reason: CustomStringConvertible {
  /// The problem and the fix, without the position.
  package var description: String {
    switch self {
    case .unclosedTag(let closing):
      "this tag is never closed. Add '\(closing)' after its name."
    case .emptyTag:
      "this tag is empty. Give it a name or remove it."
    case .invalidName(let name):
      """
      '\(name)' can't be a name: a name has no white space, and the parts between its periods \
      aren't empty. Mustache has no expressions; compute the value in the context instead.
      """
    case .unsupportedTag(let name):
      """
      '\(name)' is a tag of inheritance or a dynamic name, which templates do not have. Use a partial, {{>name}}, in \
      a section.
      """
    case .invalidDelimiters(let content):
      """
      '\(content)' doesn't set delimiters. Write two of them with a space between, free of white \
      space and '=', as in {{=<% %>=}}.
      """
    case .unclosedSection(let name, let tag):
      "\(tag) is never closed. Add {{/\(name)}} where it ends."
    case .unopenedSection(let name):
      "{{/\(name)}} closes nothing. Remove it, or open '\(name)' before it."
    case .mismatchedSection(let name, let expected, let opened):
      """
      {{/\(name)}} can't close '\(expected)', which was opened at \
      \(opened.line):\(opened.column). Write {{/\(expected)}} first.
      """
    case .missingTemplate(let name):
      "there is no template '\(name)'. Add one of this name or correct the tag."
    case .nestingTooDeep(let limit):
      """
      this is the partial that nests more than \(limit) partials in one another. Check that it \
      doesn't include itself without a section that ends the recursion.
      """
    case .tooManySteps(let limit):
      """
      rendering this template takes more than \(limit) steps. Check that sections or partials in \
      one another don't multiply what they repeat.
      """
    case .unknownTemplate:
      "there is no template of this name. Add it to the set before rendering it."
    }
  }
}
