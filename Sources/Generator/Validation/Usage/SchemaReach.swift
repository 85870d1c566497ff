// The part of a schema that operations depend on: what they name, what the answers to them can hold,
// and all that generated code has of it.

import AuthGenLanguage
import AuthGenTypeSystem

package struct SchemaReach: Sendable {
  private let schema: Schema
  private var elements: Set<ChangedElement> = []
  /// The names of fields that are selected anywhere, to pass over all others quickly.
  private var fieldNames: Set<Symbol> = []
  /// Those of `elements` that have not brought with them yet what they depend on.
  private var pending: [ChangedElement] = []

  /// - Parameters:
  ///   - document: made with the symbols of the schema. It need not be valid: what the schema does not
  ///     know is passed over.
  ///   - schema: need not be valid either.
  ///   - documents: those that the schema was made of.
  package init(of document: ExecutableDocument, in schema: Schema, documents: [Document]) {
    self.schema = schema
    var traversal = UsageTraversal(document, old: schema, new: schema, wanted: nil)
    traversal.visitDefinitions()
    for key in traversal.found.keys { reach(key.element) }
    reachPending()
    reachImplementations(in: documents)
    reachPending()
    reachDirectivesOfObjects()
    reachPending()
  }

  /// Whether operations depend on an element. On a field and its arguments, they do as well where they
  /// select the field on an interface of the object type; on what an abstract type stands for, wherever
  /// they reach that type.
  package func contains(_ element: ChangedElement) -> Bool {
    if elements.contains(element) { return true }
    switch element {
    case .schema: return true
    case .member(_, let type): return elements.contains(.type(type))
    case .field(let field, let type) where fieldNames.contains(field):
      return interfaces(of: type).contains { elements.contains(.field(field, of: $0.symbol)) }
    case .argument(let name, let field, let type) where fieldNames.contains(field):
      return interfaces(of: type).contains {
        elements.contains(.argument(name, field: field, of: $0.symbol))
      }
    default: return false
    }
  }

  private func interfaces(of type: Symbol) -> [Name] {
    guard let id = schema.typeID(type), schema.kind(of: id) == .object else { return [] }
    return schema[id].interfaces
  }

  // MARK: Reaching

  private mutating func reach(_ element: ChangedElement) {
    if elements.insert(element).inserted { pending.append(element) }
  }

  private mutating func reach(_ input: InputValueDefinition) {
    reach(.type(input.type.symbol))
    reach(input.directives)
  }

  private mutating func reach(_ directives: [Directive]) {
    for directive in directives { reach(.directive(directive.name.symbol)) }
  }

  /// Without recursion: chains may be as long as a schema.
  private mutating func reachPending() {
    while let element = pending.popLast() {
      switch element {
      case .type(let name): reachParts(ofType: name)
      case .field(let name, let type):
        fieldNames.insert(name)
        guard let field = schema.typeID(type).flatMap({ schema.field(name, of: $0) }) else {
          continue
        }
        reach(.type(field.type.symbol))
        reach(field.directives)
      case .argument(let name, let field, let type):
        let field = schema.typeID(type).flatMap { schema.field(field, of: $0) }
        if let input = field?.arguments.first(where: { $0.name.symbol == name }) { reach(input) }
      case .directive(let name):
        for argument in schema.directive(name)?.arguments ?? [] {
          reach(.directiveArgument(argument.name.symbol, of: name))
          reach(argument)
        }
      case .schema, .root, .inputField, .enumValue, .member, .directiveArgument,
        .directiveLocation:
        break
      }
    }
  }

  /// Of objects, only those fields are reached that are selected; of abstract types all objects, and
  /// of what is sent all that can be.
  private mutating func reachParts(ofType name: Symbol) {
    guard let id = schema.typeID(name) else { return }
    let type = schema[id]
    reach(type.directives)
    switch type.kind {
    case .scalar, .object: break
    case .interface, .union:
      for object in schema.possibleTypes(id) { reach(.type(schema.name(of: object).symbol)) }
    case .enum:
      for value in type.values {
        reach(.enumValue(value.name.symbol, of: name))
        reach(value.directives)
      }
    case .inputObject:
      for field in type.inputFields {
        reach(.inputField(field.name.symbol, of: name))
        reach(field)
      }
    }
  }

  /// Also those by definitions and extensions that do not count: whether they should, decides what an
  /// interface can stand for.
  private mutating func reachImplementations(in documents: [Document]) {
    for case .type(let type) in documents.lazy.flatMap(\.definitions)
    where type.kind == .object
      && type.interfaces.contains(where: { elements.contains(.type($0.symbol)) })
    {
      reach(.type(type.name.symbol))
    }
  }

  /// Those of fields that are selected on interfaces of their types.
  private mutating func reachDirectivesOfObjects() {
    for type in schema.types
    where type.kind == .object && elements.contains(.type(type.name.symbol)) {
      for field in type.fields
      where !field.directives.isEmpty
        && contains(.field(field.name.symbol, of: type.name.symbol))
      {
        reach(field.directives)
      }
    }
  }
}
