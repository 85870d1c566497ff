// Uses the generated code of this target. Only this file is written by hand.
import AuthGenRuntime
import Foundation

public func signIn() throws -> String {
  let response = try GraphQLResponse<SignInMutation.Data>(
    json: Data(#"{"data": {"login": {"error": null, "token": "t0ken"}}}"#.utf8))
  let mutation = SignInMutation(input: LoginInput(username: "ada", password: "pass"))
  let providers = ProvidersQuery.operationName
  return "\(providers), \(mutation.input), \(response.data?.login?.token as Any)"
}
