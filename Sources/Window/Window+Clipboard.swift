// Window+Clipboard: reads and writes text on the system's clipboard.

import CSDL
import Raster

/// The cached contents of the clipboard; `text` is nil if the clipboard has no text.
struct KnownClipboard { var text: String? }

extension Window {
    /// The text on the system's clipboard; nil if the clipboard has no text. The text is cached until an event reports that the clipboard
    /// has changed, or that the window has come to the front. An application can therefore read `clipboardText` in every frame.
    public var clipboardText: String? {
        if let knownClipboard { return knownClipboard.text }
        var text: String?
        if SDL_HasClipboardText() == SDL_TRUE, let copied = SDL_GetClipboardText() {
            text = String(cString: copied)
            SDL_free(copied)
        }
        knownClipboard = KnownClipboard(text: text)
        return text
    }

    /// Puts a text on the system's clipboard. A text is cut off at its first NUL.
    /// - Throws: `systemUnavailable` if the system does not accept the text.
    public func copyToClipboard(_ text: String) throws(RasterError) {
        guard SDL_SetClipboardText(text) == 0 else { throw failure("cannot copy a text of \(text.utf8.count) bytes to the clipboard") }
        knownClipboard = nil
    }
}
