// The part of a schema that operations depend on: the elements that they name, the elements that
// responses can contain, and the elements in generated code.

package import AuthGenLanguage
package import AuthGenTypeSystem

package struct SchemaReach: Sendable {
  private let schema: Schema
  private var elements: Set<SchemaElement> = []
  /// The names of all selected fields, to skip all others quickly.
  private var fieldNames: Set<Symbol> = []
  /// The elements of `elements` whose dependencies are not added yet.
  private var pending: [SchemaElement] = []

  /// - Parameters:
  ///   - document: a document with the symbols of the schema. It need not be valid: names that the
  ///     schema does not define are skipped.
  ///   - schema: the schema. It need not be valid.
  ///   - documents: the documents of the schema.
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

  /// Whether operations depend on an element. They depend on a field and its arguments also if they
  /// select it on an interface of the object type. They depend on the members of an abstract type
  /// if they reach that type.
  package func contains(_ element: SchemaElement) -> Bool {
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

  private mutating func reach(_ element: SchemaElement) {
    if elements.insert(element).inserted { pending.append(element) }
  }

  private mutating func reach(_ input: InputValueDefinition) {
    reach(.type(input.type.symbol))
    reach(input.directives)
  }

  private mutating func reach(_ directives: [Directive]) {
    for directive in directives { reach(.directive(directive.name.symbol)) }
  }

  /// Adds the dependencies of pending elements. Not recursive, because chains can be as long as a schema.
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
        guard let directive = schema.directive(name) else { continue }
        reach(directive.directives)
        for argument in directive.arguments {
          reach(.directiveArgument(argument.name.symbol, of: name))
          reach(argument)
        }
      case .schema, .root, .inputField, .enumValue, .member, .directiveArgument,
        .directiveLocation:
        break
      }
    }
  }

  /// Adds the parts of a type: all objects of an abstract type, all values of an enum, and all fields
  /// of an input object. The fields of an object are added where operations select them.
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

  /// Adds implementations, including those in repeated definitions and extensions: whether they are
  /// used decides which types an interface can have.
  private mutating func reachImplementations(in documents: [Document]) {
    for case .type(let type) in documents.lazy.flatMap(\.definitions)
    where type.kind == .object
      && type.interfaces.contains(where: { elements.contains(.type($0.symbol)) })
    {
      reach(.type(type.name.symbol))
    }
  }

  /// Adds the directives of fields that are selected through interfaces of their types.
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
