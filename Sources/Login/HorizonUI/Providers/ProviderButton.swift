// The button of a provider.
//
//     {"code": "google", "name": "Google", "colour": "#4285F4", "iconUrl": "https://shop.example/google.png"}
//
//     title  Continue with Google        icon  https://shop.example/google.png, or a G
//     fill   #4285F4                     text  black: 5.9:1, and white has only 3.6:1

public import AuthGenHorizon
public import AuthGenHorizonScalars
import AuthGenRuntime
public import Foundation
public import HorizonAPI

/// A button that begins a login with a provider.
public struct ProviderButton: Identifiable, Sendable {
  public let provider: SocialLoginState.LoginProvider
  /// Whether the button follows Apple's rules in place of the site's colour and icon.
  /// https://developer.apple.com/design/human-interface-guidelines/sign-in-with-apple
  public let isApple: Bool

  /// Creates a button.
  ///
  /// - Parameters:
  ///   - provider: a provider that the site lists.
  ///   - appleCodes: the codes under which the site lists Apple. Default: "apple".
  public init(_ provider: SocialLoginState.LoginProvider, appleCodes: Set<String> = ["apple"]) {
    self.provider = provider
    isApple = appleCodes.containsSameBytes(as: provider.code)
  }

  /// Returns the buttons of a site's providers, in the order of the site. A provider that is listed twice has
  /// one button.
  public static func all(
    for providers: [SocialLoginState.LoginProvider], appleCodes: Set<String> = ["apple"]
  ) -> [ProviderButton] {
    var codes: Set<ExactString> = []
    return providers.filter { codes.insert(ExactString($0.code)).inserted }.map {
      ProviderButton($0, appleCodes: appleCodes)
    }
  }

  /// The provider's code.
  public var id: String { provider.code }

  /// The text of the button, which VoiceOver reads, too. It is the site's, such as "Continue with Google". If
  /// the site sends only the provider's name, the text is completed.
  public var title: String {
    let name = provider.name.isEmpty ? provider.code : provider.name
    guard name.lowercased().hasSameBytes(as: provider.code.lowercased()) else { return name }
    return HorizonUIText.continueWith.text(["provider": name])
  }

  /// The address of the site's icon. Nil if it does not use https, or is an SVG image, which SwiftUI cannot
  /// show.
  public var iconURL: URL? {
    guard let url = URL(string: provider.iconUrl), url.scheme?.lowercased() == "https",
      url.host() != nil, url.user() == nil, url.pathExtension.lowercased() != "svg"
    else { return nil }
    return url
  }

  /// The letter to show without an icon.
  public var initial: String { provider.code.prefix(1).uppercased() }

  /// The minimum height of a control to tap, in points. Larger text makes it higher.
  /// https://developer.apple.com/design/human-interface-guidelines/accessibility
  public static let minimumSize: CGFloat = 44

  /// Returns the colours of the button on a screen with a background.
  public func style(on background: Colour) -> Style {
    Style(fill: Colour(provider.colour) ?? background, background: background)
  }

  /// The colours of a button. They satisfy level AA of WCAG 2.2.
  public struct Style: Hashable, Sendable {
    public let fill: Colour
    /// Black or white, whichever has more contrast with ``fill``. It is at least 4.5:1.
    /// https://www.w3.org/TR/WCAG22/#contrast-minimum
    public let text: Colour
    /// The border, with a contrast of at least 3:1 with the background. Nil if ``fill`` has that contrast.
    /// https://www.w3.org/TR/WCAG22/#non-text-contrast
    public let border: Colour?

    /// The colours of a button that stands out, or of one that is only an outline.
    package init(prominent: Bool, background: Colour) {
      self.init(fill: prominent ? background.mostLegible : background, background: background)
    }

    public init(fill: Colour, background: Colour) {
      self.fill = fill
      text = fill.mostLegible
      border = fill.contrast(with: background) < 3 ? background.mostLegible : nil
    }
  }
}
