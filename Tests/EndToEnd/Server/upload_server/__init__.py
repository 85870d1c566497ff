"""A GraphQL server that receives files by the GraphQL multipart request specification."""
