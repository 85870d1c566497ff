// The text about invalid pins for the user of an app. Its developer has to fix them.

import AuthGenRuntime
import Foundation

nonisolated extension InvalidPins: LocalizedError, UserFacingError {
  package var userText: ErrorText { .appSetUp }
}
