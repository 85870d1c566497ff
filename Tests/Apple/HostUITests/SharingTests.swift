// Tests that the app and its extension share a Keychain item.

import XCTest

final class SharingTests: XCTestCase {
  override func setUp() {
    continueAfterFailure = false
  }

  @MainActor func testExtensionReadsAndReplacesTheAppsItem() {
    let app = XCUIApplication()
    app.launch()
    app.buttons["Store"].tap()
    XCTAssertTrue(app.staticTexts["stored"].waitForExistence(timeout: 10))
    app.buttons["Share"].tap()
    let action = app.descendants(matching: .any)["Replace the session"].firstMatch
    // The share sheet shows its actions below the apps.
    if !action.waitForExistence(timeout: 30) { app.swipeUp() }
    XCTAssertTrue(action.waitForExistence(timeout: 30))
    action.tap()
    // The share sheet closes when the extension is done.
    let read = app.buttons["Read"]
    expectation(for: NSPredicate(format: "isHittable == true"), evaluatedWith: read)
    waitForExpectations(timeout: 30)
    read.tap()
    let reply = app.staticTexts["the extension has read the app's session"]
    XCTAssertTrue(reply.waitForExistence(timeout: 30))
  }
}
