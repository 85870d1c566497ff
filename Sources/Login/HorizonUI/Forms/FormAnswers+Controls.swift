// Answers as the values of controls, such as `$answers[text: "email"]`.

public import AuthGenHorizon
import AuthGenRuntime
public import Foundation

extension FormAnswers {
  /// The text of an answer; empty if there is none.
  public subscript(text name: String) -> String {
    get { self[name] ?? "" }
    set { self[name] = newValue }
  }

  /// The text of the second input of an answer.
  public subscript(repeatedText name: String) -> String {
    get { self[confirmationOf: name] ?? "" }
    set { self[confirmationOf: name] = newValue }
  }

  /// Whether a switch is on.
  public subscript(isOn name: String) -> Bool {
    get { self[name] == "true" }
    set { self[name] = newValue ? "true" : "false" }
  }

  /// Noon of the answer's date in a time zone; the current time if the answer is not a date. The date is in
  /// the Gregorian calendar, also on a device with another calendar.
  public subscript(day name: String, in timeZone: TimeZone = .current) -> Date {
    get {
      guard let day = self[name].flatMap(CalendarDate.init) else { return Date() }
      let noon = DateComponents(year: day.year, month: day.month, day: day.day, hour: 12)
      return Self.calendar(timeZone).date(from: noon) ?? Date()
    }
    set {
      let day = Self.calendar(timeZone).dateComponents([.year, .month, .day], from: newValue)
      guard let year = day.year, let month = day.month, let dayOfMonth = day.day else { return }
      self[name] = CalendarDate(year: year, month: month, day: dayOfMonth)?.description
    }
  }

  private static func calendar(_ timeZone: TimeZone) -> Calendar {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = timeZone
    return calendar
  }
}
