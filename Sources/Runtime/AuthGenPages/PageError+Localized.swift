// The text about wrong pages for the user of an app. The server has to be fixed.

import AuthGenRuntime
import Foundation

nonisolated extension PageError: LocalizedError, UserFacingError {
  package var userText: ErrorText { .unexpectedResponse }
}
