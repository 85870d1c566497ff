// What can be wrong with a template, said in a way that lets its author put it right.

/// A fault in a template, found when it is compiled, when the set is asked for missing partials, or
/// (only runaway recursion and an unknown name) when it is rendered.
package struct MustacheError: Error, Equatable, Sendable {
  /// The name of the template at fault.
  package var template: String
  /// Where in the template the fault is.
  package var position: Position
  /// What is wrong.
  package var reason: Reason

  /// Makes an error of its parts.
  package init(template: String, position: Position, reason: Reason) {
    self.template = template
    self.position = position
    self.reason = reason
  }

  /// A place in a template.
  package struct Position: Hashable, Sendable {
    /// The line, from 1.
    package var line: Int
    /// The column in Unicode scalars, from 1.
    package var column: Int

    /// Makes a position of a line and a column, both from 1.
    package init(line: Int, column: Int) {
      self.line = line
      self.column = column
    }
  }

  /// The kinds of fault.
  package enum Reason: Hashable, Sendable {
    /// A tag begins but its closing delimiter (here the one expected) never comes.
    case unclosedTag(closing: String)
    /// A tag is empty.
    case emptyTag
    /// A name contains white space, or a dotted name has an empty part.
    case invalidName(String)
    /// A Set Delimiter tag doesn't hold two delimiters free of white space and equals signs.
    case invalidDelimiters(String)
    /// A section, parent or block (`tag` as it would be written with default delimiters) never ends.
    case unclosedSection(name: String, tag: String)
    /// An End Section tag has no section to end.
    case unopenedSection(name: String)
    /// An End Section tag names another section than the innermost open one.
    case mismatchedSection(name: String, expected: String, opened: Position)
    /// A partial or parent names a template that the set doesn't have.
    case missingTemplate(name: String)
    /// More than `limit` partials and parents are nested in one another while rendering.
    case nestingTooDeep(limit: Int)
    /// Rendering takes more than `limit` steps.
    case tooManySteps(limit: Int)
    /// There is no template of this name to render.
    case unknownTemplate
  }
}

extension MustacheError: CustomStringConvertible {
  /// The whole message: template, line, column, what is wrong and what to do.
  package var description: String {
    "\(template):\(position.line):\(position.column): \(reason)"
  }
}

extension MustacheError.Reason: CustomStringConvertible {
  /// What is wrong and what to do, without the place.
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
