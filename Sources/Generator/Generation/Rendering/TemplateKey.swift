// The names that templates can use. They are numbers during rendering. A template with any other
// name fails to load.

import AuthGenMustache

enum TemplateKey: Int32, CaseIterable {
  case access, accessor, accessToken, arguments, assignments, base, call, candidate, cases, checks
  case client, comma, concrete, condition, conditions, conformance, conformances, connector
  case constraint, cursor, data, `default`, deferral, definition, deleteAccount, deprecation
  case documentation
  case element, emission, encode, enumCase, enums, errorType, explicitNulls, extensions, facade
  case formattedText, forwarded, fragments, graphQLName, graphQLType, hasBody, hasCredential
  case hasForwarded, hasHeaders, hasMethods, hasNext, hasNullable, hasOneField, hasOneNullable
  case hasOneParameter, hasQuery, hasRefusals, hasScalars, hasTypes, hasVariables, header, headers
  case hidden, ifAnyOf, ifSelected, imports, indirect, input, inputs, isComputed, isConstant
  case isDivided, isFacade, isFirst, isGroup, isIndirect, isLater, isLenient, isNull, isOneOf
  case isOptional, isPart, isWholeURL, isWrapped, key, kind, known, label, leeway, lines, list
  case literal, locations, logIns, logOut, lower, match, members, method, methodName, methods
  case name, names, narrowed, nested, next, nonNull, nullable, nullFields, nulls, object, omitsNil
  case operations, options, other, otherwise, owner, ownError, pagination, parameterLines
  case parameters, parts, path, paths, pattern, pieces, place, placement, possibleTypes
  case properties, propertyName, query, ranges, readsBody, refresh, refreshesBefore, refusals
  case replacesTokens, responseName, result, `return`, scalars, sendsAccessToken, source, spi
  case startsSwitch, statements, steps, storage, stored, storedType, subject, successes, target
  case text, token, type, typeMatch, typename, typeName, types, unknown, upper, user, value
  case values, variable, witness, wrapper, writeMethod

  /// All names, indexed by key.
  static let spellings = allCases.map { "\($0)" }
}
