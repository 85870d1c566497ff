// Texts about responses for the user of an app.

public import Foundation

/// The server's message is for developers, so it is not part of these texts.
nonisolated extension GraphQLError: Foundation.LocalizedError, UserFacingError {
  package var userText: ErrorText { .refused }
}

nonisolated extension ResponseDecodingError: Foundation.LocalizedError, UserFacingError {
  package var userText: ErrorText { .unexpectedResponse }
}
