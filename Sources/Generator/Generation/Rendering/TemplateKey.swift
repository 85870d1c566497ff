// The names that templates can use. They are numbers during rendering. A template with any other
// name fails to load.

import AuthGenMustache

enum TemplateKey: Int32, CaseIterable {
  case access, accessor, accessToken, arguments, assignments, base, call, candidate, cases, checks,
    client
  case comma, concrete, condition, conditions, conformance, conformances, constraint, connector,
    cursor, data,
    `default`
  case deferral, definition, deprecation, documentation, element, emission, encode,
    enumCase, enums,
    errorType
  case explicitNulls, extensions, facade, formattedText, forwarded, fragments, graphQLName,
    graphQLType, hasBody
  case hasCredential, hasForwarded, hasHeaders, hasMethods, hasNext
  case hasNullable, hasOneField, hasOneNullable, hasOneParameter, hasQuery, hasRefusals, hasScalars
  case hasTypes, hasVariables, header, headers, hidden, ifAnyOf, ifSelected, imports, indirect,
    input
  case inputs, isComputed, isConstant, isDivided, isFirst, isGroup, isIndirect, isLater, isLenient,
    isNull
  case isOneOf, isOptional, isPart, isWholeURL, isWrapped, key, kind, known, label, leeway, lines
  case list, literal, locations, logIns, logOut, lower, match, members, method, methodName
  case methods, name, names, narrowed, nested, next, nonNull, nullable, nullFields, nulls, object,
    omitsNil,
    operations,
    options, other
  case otherwise, ownError, owner, pagination, parameterLines, parameters, parts, path, paths,
    pattern, pieces
  case place, placement, possibleTypes, properties, propertyName, query, ranges, readsBody,
    refresh
  case refreshesBefore, refusals, replacesTokens, responseName, result, `return`, scalars,
    sendsAccessToken, source,
    spi
  case startsSwitch, statements, steps, storage, stored, storedType, subject, successes, target,
    text, token, type,
    typeMatch
  case typeName, typename, types, unknown, upper, user, value, values, variable, witness, wrapper,
    writeMethod

  /// All names, indexed by key.
  static let spellings = allCases.map { "\($0)" }
}
