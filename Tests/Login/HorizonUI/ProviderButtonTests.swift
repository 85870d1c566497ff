// Tests the text, colours and icon of providers' buttons.

import AuthGenHorizon
import AuthGenHorizonScalars
import AuthGenHorizonUI
import Foundation
import HorizonAPI
import Testing

@Suite struct ProviderButtonTests {
  private static let white = Colour(red: 255, green: 255, blue: 255)
  private static let black = Colour(red: 0, green: 0, blue: 0)

  private static func provider(_ code: String) -> SocialLoginState.LoginProvider {
    .init(code: code, name: code, colour: "#000", iconUrl: "/")
  }

  private func button(
    _ code: String = "google", name: String = "Continue with Google", colour: String = "#4285F4",
    icon: String = "https://shop.example/google.png"
  ) -> ProviderButton {
    ProviderButton(.init(code: code, name: name, colour: colour, iconUrl: icon))
  }

  @Test func buttonsKeepTheSitesOrderAndAppearOnce() {
    let buttons = ProviderButton.all(
      for: ["google", "apple", "facebook", "apple"].map(Self.provider))
    #expect(buttons.map(\.id) == ["google", "apple", "facebook"])
    #expect(buttons.map(\.isApple) == [false, true, false])
  }

  /// A site may list Apple under a code of its own.
  @Test func appDeterminesTheCodesOfApple() {
    let providers = ["apple", "apple_uk", "google"].map(Self.provider)
    #expect(ProviderButton.all(for: providers).map(\.isApple) == [true, false, false])
    let codes: Set = ["apple", "apple_uk"]
    #expect(
      ProviderButton.all(for: providers, appleCodes: codes).map(\.isApple) == [true, true, false])
    let screen = SocialLoginScreen(.choosingProvider(providers), appleCodes: codes)
    guard case .providers(let buttons) = screen.content else {
      Issue.record("\(screen)")
      return
    }
    #expect(buttons.map(\.isApple) == [true, true, false])
  }

  @Test(arguments: [
    ("google", "Continue with Google", "Continue with Google"),
    ("google", "Google", "Continue with Google"),
    ("apple", "apple", "Continue with apple"),
    ("apple", "Mit Apple anmelden", "Mit Apple anmelden"),
    ("kakao", "", "Continue with kakao"),
  ])
  func titleSaysWhatTheButtonDoes(code: String, name: String, title: String) {
    #expect(button(code, name: name).title == title)
  }

  // MARK: Colours

  /// Level AA of WCAG 2.2: 4.5:1 for text, 3:1 for what shows that there is a control.
  @Test func everyColourHasLegibleTextAndAVisibleShape() {
    let parts = stride(from: 0, through: 255, by: 15).map { UInt8($0) }
    for red in parts {
      for green in parts {
        for blue in parts {
          let fill = Colour(red: red, green: green, blue: blue)
          for background in [Self.white, Self.black, Colour(red: 118, green: 118, blue: 118)] {
            let style = ProviderButton.Style(fill: fill, background: background)
            #expect(style.text.contrast(with: fill) >= 4.5, "\(fill)")
            let edge = style.border ?? fill
            #expect(edge.contrast(with: background) >= 3, "\(fill) on \(background)")
          }
        }
      }
    }
  }

  @Test func buttonsOfStepsAreLegible() {
    for background in [Self.white, Self.black] {
      for isProminent in [true, false] {
        let style = ProviderButton.Style(prominent: isProminent, background: background)
        #expect(style.text.contrast(with: style.fill) >= 4.5)
        #expect((style.border ?? style.fill).contrast(with: background) >= 3)
        #expect((style.fill == background) != isProminent)
      }
    }
  }

  @Test(arguments: [
    ("#4285F4", "#000000"), ("#1877F2", "#000000"), ("#000000", "#FFFFFF"),
    ("#FFFFFF", "#000000"), ("#0A66C2", "#FFFFFF"),
  ])
  func textIsBlackOrWhiteWhicheverHasMoreContrast(fill: String, text: String) {
    #expect(button(colour: fill).style(on: Self.white).text == Colour(text))
  }

  @Test func borderIsAddedOnlyIfTheColourIsCloseToTheBackground() {
    #expect(button(colour: "#FFFFFF").style(on: Self.white).border == Self.black)
    #expect(button(colour: "#FFFFFF").style(on: Self.black).border == nil)
    #expect(button(colour: "#000000").style(on: Self.black).border == Self.white)
    #expect(button(colour: "#4285F4").style(on: Self.white).border == nil)
  }

  @Test func unreadableColourIsThatOfTheBackgroundWithABorder() {
    let style = button(colour: "blue").style(on: Self.white)
    #expect([style.fill, style.text, style.border] == [Self.white, Self.black, Self.black])
  }

  // MARK: Icon

  @Test func iconIsLoadedFromTheSitesAddress() {
    #expect(button().iconURL == URL(string: "https://shop.example/google.png"))
    #expect(button().initial == "G")
  }

  @Test(arguments: [
    "http://shop.example/google.png", "/google.png", "", "file:///etc/passwd",
    "data:image/png;base64,iVBORw0KGgo=", "https:google.png", "https://user@shop.example/i.png",
  ])
  func iconIsLoadedOverHTTPSOnly(address: String) {
    #expect(button(icon: address).iconURL == nil)
  }

  @Test func imageThatCannotBeShownIsNotLoaded() {
    #expect(button(icon: "https://shop.example/google.SVG").iconURL == nil)
  }

  @Test func buttonIsLargeEnoughToTap() {
    #expect(ProviderButton.minimumSize >= 44)
  }
}
