// The names that templates can use. They are numbers during rendering. A template with any other
// name fails to load.

import AuthGenMustache

enum TemplateKey: Int32, CaseIterable {
  case access, accessor, accessToken, arguments, assignments, call, candidate, cases, checks
  case client, comma, concrete, condition, conditions, conformances, connector, data, `default`
  case definition, deprecation, documentation, dynamicMembers, emission
  case encode, enums, errorType, explicitNulls, extensions, facade, fragments, graphQLName
  case graphQLType, hasBody, hasCredential, hasDeprecated, hasDynamicMembers, hasHeaders
  case hasMethods, hasNullable, hasOneField, hasOneNullable, hasOneParameter, hasQuery, hasRefusals,
    hasScalars, hashable, hasTypes,
    hasVariables, header, headers, ifAnyOf, ifSelected
  case imports, indirect, input, inputs, isAuthenticated, isComputed, isError, isIndirect
  case isLater, isLenient, isNullable, isOneOf, isOptional, isPart, isWholeURL, isWrapped, key, kind
  case known, label, leeway, lines, list, literal, locations, logIns, logOut, lower, match
  case members, merges, method, methods, methodName, name, names, nested, nonNull, nullable, nulls
  case object, operations, options, other, otherwise, ownError, parameterLines, parameters, parts,
    path
  case paths, pieces, place, placement, possibleTypes, properties, propertyName, query, ranges
  case refresh, refreshesBefore, refusals, responseName, scalars, sendsAccessToken, source,
    statements
  case steps, storage, stored, successes, target, text, token, type, typeMatch, typeName
  case typename, types, unknown, upper, value, values, variable

  var key: Key { Key(rawValue: rawValue) }

  /// All names, indexed by key.
  static let spellings = allCases.map { "\($0)" }
}
