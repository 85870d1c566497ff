// The names that templates can use. They are numbers during rendering. A template with any other
// name fails to load.

import AuthGenMustache

enum TemplateKey: Int32, CaseIterable {
  case access, accessor, arguments, assignments, candidate, cases, client, comma, concrete
  case conformances, connector, data, decode, `default`, definition, deprecation
  case documentation, dynamicMembers, encode, enums, errorType, explicitNulls, extensions, facade
  case fallback, fragmentDefinitions, fragments, graphQLName, graphQLType, hasBody, hasDeprecated
  case hasDocument, hasDynamicMembers, hasFragments, hasHeaders, hasNullable, hasQuery
  case hasRateLimitBuckets, hasVariables, hash, header, headers, ifAnyOf, ifSelected
  case imports, indirect, input, inputs, inside, isAuthenticated, isComputed, isEncodable
  case isFirst, isIndirect, isLenient, isNullable, isOneOf, isOptional
  case isWholeURL, isWrapped, key, kind, label, lines, list, literal, lower, match, members
  case merges, method, name, names, nested, nullable, nulls, object, operationName
  case operations, other, otherwise, ownError, parameterLines, parameters, parts, path, paths,
    pieces
  case possibleTypes, properties, propertyName, query, ranges, rateLimitBuckets
  case responseName, source, steps, storage, successes, target, text, type, typeName, typename
  case types, unknown, upper, usesConnector, value, values, variable, weight
  case accessToken, call, checks, condition, credentialVariable, hasCredential, hasRefusals, leeway,
    logIns, logOut
  case methodName, placement, refresh, refreshesBefore, refusals, sendsAccessToken, statements,
    stored, token

  var key: Key { Key(rawValue: rawValue) }

  /// All names, indexed by key.
  static let spellings = allCases.map { "\($0)" }
}
