// A field of a form with its label, rules and problems.

#if canImport(SwiftUI) && !os(tvOS) && !os(watchOS)
  import AuthGenHorizon
  import Foundation
  import SwiftUI

  #if canImport(UIKit)
    import UIKit
  #endif

  struct FormFieldView: View {
    let field: FormFieldModel
    @Binding var answers: FormAnswers

    var body: some View {
      VStack(alignment: .leading, spacing: 4) {
        control.disabled(field.isDisabled)
        ForEach(field.problems, id: \.self) { ProblemText(text: $0) }
        ForEach(field.rules, id: \.self) { Text($0).font(.footnote) }
      }
    }

    @ViewBuilder private var control: some View {
      switch field.input {
      case .text(let kind):
        textInputs { TextField("", text: $0).textInput(kind) }
      case .multilineText:
        textInputs { TextField("", text: $0, axis: .vertical).lineLimit(3...) }
      case .secret(let isNew):
        textInputs { SecureField("", text: $0).passwordInput(isNew: isNew) }
      case .toggle:
        Toggle(field.title, isOn: $answers[isOn: field.name]).accessibilityHint(field.hint)
      case .date: dateControl
      case .choice(let choices, style: .list): choiceList(choices)
      case .choice(let choices, style: .menu):
        labelled(field.title) {
          Picker(field.title, selection: $answers[text: field.name]) {
            Text(field.noChoiceTitle).tag("")
            ForEach(choices) { Text($0.title).tag($0.key) }
          }
          .pickerStyle(.menu)
          .labelsHidden()
        }
      case .unsupported: Text(field.title)
      }
    }

    /// The input of a text, and a second one for an answer that the customer enters twice.
    @ViewBuilder private func textInputs<Control: View>(
      _ control: (Binding<String>) -> Control
    ) -> some View {
      labelled(field.title) { control($answers[text: field.name]) }
      if field.isRepeated {
        labelled(field.repeatTitle) { control($answers[repeatedText: field.name]) }
      }
    }

    /// A visible label above a control, which has the same accessibility label.
    @ViewBuilder private func labelled<Control: View>(
      _ label: String, @ViewBuilder control: () -> Control
    ) -> some View {
      Text(label).accessibilityHidden(true)
      control()
        .textFieldStyle(.roundedBorder)
        .modifier(TapTarget())
        .accessibilityLabel(label)
        .accessibilityHint(field.hint)
    }

    /// A day that was not chosen yet has a button, because a date picker always shows a day.
    @ViewBuilder private var dateControl: some View {
      if answers[field.name] == nil {
        Text(field.title)
        ActionButton(title: field.chooseDateTitle, isProminent: false) {
          answers[day: field.name] = Date()
        }
        .accessibilityHint(field.hint)
      } else {
        DatePicker(
          field.title, selection: $answers[day: field.name], displayedComponents: .date
        )
        .accessibilityHint(field.hint)
      }
    }

    /// All choices with a mark, in a group with the label. None is marked at first.
    private func choiceList(_ choices: [FormFieldModel.Choice]) -> some View {
      VStack(alignment: .leading, spacing: 4) {
        Text(field.title).accessibilityHidden(true)
        ForEach(choices) { choiceButton($0) }
      }
      .accessibilityElement(children: .contain)
      .accessibilityLabel(field.title)
      .accessibilityHint(field.hint)
    }

    private func choiceButton(_ choice: FormFieldModel.Choice) -> some View {
      let isChosen = answers[field.name] == choice.key
      return Button {
        answers[field.name] = choice.key
      } label: {
        HStack(spacing: 12) {
          Image(systemName: isChosen ? "largecircle.fill.circle" : "circle")
            .accessibilityHidden(true)
          Text(choice.title).fixedSize(horizontal: false, vertical: true)
        }
        .frame(maxWidth: .infinity, alignment: .leading)
        .modifier(TapTarget())
      }
      .buttonStyle(.plain)
      .accessibilityAddTraits(isChosen ? .isSelected : [])
    }
  }

  extension View {
    /// Selects the keyboard and what the system offers to fill in.
    fileprivate func textInput(_ kind: FormFieldModel.TextKind) -> some View {
      #if canImport(UIKit)
        keyboardType(kind.keyboard)
          .textContentType(kind.contentType)
          .textInputAutocapitalization(kind.capitalization)
          .autocorrectionDisabled(kind != .any)
      #else
        autocorrectionDisabled(kind != .any)
      #endif
    }

    fileprivate func passwordInput(isNew: Bool) -> some View {
      #if canImport(UIKit)
        textContentType(isNew ? .newPassword : .password)
      #else
        self
      #endif
    }
  }

  #if canImport(UIKit)
    extension FormFieldModel.TextKind {
      fileprivate var keyboard: UIKeyboardType {
        switch self {
        case .any, .fullName: .default
        case .code: .asciiCapable
        case .emailAddress: .emailAddress
        case .number: .numbersAndPunctuation
        case .phoneNumber: .phonePad
        }
      }

      fileprivate var contentType: UITextContentType? {
        switch self {
        case .any, .code, .number: nil
        case .emailAddress: .emailAddress
        case .fullName: .name
        case .phoneNumber: .telephoneNumber
        }
      }

      fileprivate var capitalization: TextInputAutocapitalization {
        switch self {
        case .any: .sentences
        case .code, .emailAddress, .number, .phoneNumber: .never
        case .fullName: .words
        }
      }
    }
  #endif
#endif
