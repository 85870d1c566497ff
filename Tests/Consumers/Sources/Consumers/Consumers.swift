import Books
import CheckedIn
import Films
import HorizonShop
import Screens
import SocialSignIn
import Standalone

@main struct Consumers {
  @MainActor static func main() async throws {
    print("HorizonShop:", try signIn())
    print("Books:", Books.TitleQuery.document, ShelfQuery(number: 3).number)
    print("Films:", Films.TitleQuery.document, LengthQuery.document)
    let menu = Menu()
    try await menu.load()
    print("Screens:", menu.entries)
    print("CheckedIn:", checkedIn)
    print("SocialSignIn:", try await signInSocially())
    print("Standalone:", try greeting() ?? "nothing")
  }
}
