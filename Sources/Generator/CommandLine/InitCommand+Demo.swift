// What `authgen init` writes without a schema: a client for `DemoService` of AuthGenTesting.

extension InitCommand {
  /// The schema that the service responds to.
  static let demoSchema = (
    path: "GraphQL/schema.graphql",
    text: """
    "Marks the fields that need a session."
    directive @authenticated on FIELD_DEFINITION

    type Query {
      "A greeting."
      hello(name: String): String!
      "The signed-in user."
      me: User! @authenticated
    }

    type Mutation {
      "Signs a user in. Returns null if the password is wrong."
      logIn(email: String!, password: String!): Tokens
      "Returns new tokens for a refresh token, which is valid once."
      refresh(refreshToken: String!): Tokens!
      "Ends the session."
      logOut: Boolean! @authenticated
    }

    type Tokens {
      accessToken: String!
      refreshToken: String!
      "The lifetime of the access token, in seconds."
      expiresIn: Int!
    }

    type User {
      id: ID!
      email: String!
      name: String!
      orders: [Order!]!
    }

    type Order {
      id: ID!
      title: String!
    }

    """
  )

  /// The files beside those that the schema leads to.
  static let demoFiles: [(path: String, text: String)] = [
    demoSchema,
    (
      "GraphQL/operations/Hello.graphql",
      """
      query Hello($name: String) {
        hello(name: $name)
      }

      """
    ),
  ]

  /// A program that calls the operation, for the user to copy.
  static let demoProgram = """
    A first program, in the file main.swift. DemoService responds in the same process, without a server:

      import AuthGenRuntime
      import AuthGenTesting

      let client = GraphQLClient(
        ClientConfiguration(endpoint: DemoService.endpoint), transport: DemoService())
      print(try await ExampleClient(client).hello(name: "Ada").hello)
    """
}
