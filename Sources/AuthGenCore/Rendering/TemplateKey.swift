// The names that templates may use. They are numbers while rendering: a template that names anything
// else is refused when it is loaded.

import AuthGenMustache

enum TemplateKey: Int32, CaseIterable {
  case access, arguments, assignments, cases, client, comma, concrete, conformances, data, decode
  case `default`, definition, deprecation, documentation, dynamicMembers, encode, enums
  case explicitNulls, facade, fragmentNames, fragments, graphQLName, graphQLType
  case hasDeprecated, hasDocument, hasDynamicMembers, hasFragments, hasNullable
  case hasRateLimitBuckets, hasVariables, hash, header, ifSelected, imports, indirect, inputs
  case isAuthenticated, isComputed, isEncodable, isIndirect, isNullable, isOneOf
  case isWrapped, kind, label, merges, method, name, names, nested, nullable, operationName
  case operations, other, parameterLines, parameters, parts
  case possibleTypes, properties, propertyName, rateLimitBuckets, responseName, storage, text, type
  case typeName, typename, types, unknown, values, weight

  var key: Key { Key(rawValue: rawValue) }

  /// All names, at the places of their keys.
  static let spellings = allCases.map { "\($0)" }
}
