import Panels
import Testing

@Test("Dear ImGui is linked") func linked() {
    #expect(Panels.libraryVersion.hasPrefix("1."))
}
