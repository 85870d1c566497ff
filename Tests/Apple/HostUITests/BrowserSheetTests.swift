// Tests the system's browser sheet in the app.

import XCTest

final class BrowserSheetTests: XCTestCase {
  override func setUp() {
    continueAfterFailure = false
  }

  @MainActor func testCancellingTheSystemsQuestionCancelsTheLogin() throws {
    let server = try PageServer()
    let app = launchedApp(page: server.loginPage)
    app.buttons["Log in"].tap()
    let question = XCUIApplication(bundleIdentifier: "com.apple.springboard").alerts.firstMatch
    XCTAssertTrue(question.waitForExistence(timeout: 60))
    question.buttons["Cancel"].tap()
    XCTAssertTrue(app.staticTexts["the login was cancelled"].waitForExistence(timeout: 30))
  }

  @MainActor func testClosingTheSheetCancelsTheLogin() throws {
    let server = try PageServer()
    let app = launchedApp(page: server.loginPage)
    app.buttons["Log in privately"].tap()
    XCTAssertTrue(app.webViews.staticTexts["The login page"].waitForExistence(timeout: 60))
    // The button's name depends on the version of iOS.
    let close = NSPredicate(format: "label IN {'Cancel', 'Close'}")
    app.buttons.matching(close).firstMatch.tap()
    XCTAssertTrue(app.staticTexts["the login was cancelled"].waitForExistence(timeout: 30))
  }

  @MainActor func testRedirectCompletesTheLogin() throws {
    let server = try PageServer()
    let app = launchedApp(page: server.redirectingPage)
    app.buttons["Log in privately"].tap()
    XCTAssertTrue(
      app.staticTexts["authgen-host:/callback?code=abc"].waitForExistence(timeout: 60))
  }

  @MainActor private func launchedApp(page: String) -> XCUIApplication {
    let app = XCUIApplication()
    app.launchEnvironment["PAGE"] = page
    app.launch()
    return app
  }
}
