// The names that templates can use. They are numbers during rendering. A template with any other
// name fails to load.

import AuthGenMustache

enum TemplateKey: Int32, CaseIterable {
  case access, accessor, accessToken, arguments, assignments, base, call, candidate, cases, checks
  case client, comma, concrete, condition, conditions, conformance, conformances, connector
  case constraint, cursor, data, `default`, deferral, definition, deleteAccount, deprecation
  case documentation, element, emission, encode, enumCase, enums, errorType, explicitNulls
  case extensions, facade, formattedText, forwarded, fragments, furtherStep, graphQLName
  case graphQLType, hasBody, hasCredential, hasForwarded, hasHeaders, hasMethods, hasNext
  case hasNullable, hasOneField, hasOneNullable, hasOneParameter, hasPaths, hasQuery, hasRefusals
  case hasScalars, hasSecondStep, hasTypes, hasVariables, header, headers, hidden, ifAnyOf
  case ifSelected, imports, indirect, input, inputs, isComputed, isConstant, isDivided, isFacade
  case isFirst, isGroup, isIndirect, isLater, isLenient, isNull, isOneOf, isOptional, isPart
  case isWholeURL, isWrapped, key, kind, known, label, leeway, lines, list, literal, locations
  case logIns, logOut, lower, match, members, method, methodName, methods, name, names, narrowed
  case nested, next, nonNull, nullable, nullFields, nulls, object, omitsNil, operations, options
  case other, otherwise, owner, ownError, pagination, parameterLines, parameters, parts, path, paths
  case pattern, pieces, place, placement, possibleTypes, properties, propertyName, query, ranges
  case readsBody, refresh, refreshesBefore, refusals, replacesTokens, responseName, result, `return`
  case scalars, secondSteps, sendsAccessToken, source, spi, startsSwitch, statements, stepEnds
  case steps, storage, stored, storedType, subject, successes, target, text, token, type, typeMatch
  case typename, typeName, types, unknown, upper, user, value, values, variable, witness, wrapper
  case writeMethod

  /// All names, indexed by key.
  static let spellings = allCases.map { "\($0)" }
}
