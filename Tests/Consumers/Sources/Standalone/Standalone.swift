import Foundation

public func greeting() throws -> String? {
  try GraphQLResponse<GreetingQuery.Data>(json: Data(#"{"data": {"greeting": "hi"}}"#.utf8))
    .data?.greeting
}
