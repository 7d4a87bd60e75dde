// Window+Clipboard: text that other programs have copied, and text for them.

import CSDL
import Raster

/// What was on the clipboard when it was asked.
struct KnownClipboard { var text: String? }

extension Window {
    /// The text on the system's clipboard; nil where it holds none. The system is asked once, and again when events say that the clipboard has changed or that the
    /// window has come to the front, so that this may be read in every frame.
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

    /// Puts a text on the system's clipboard; of one that has a NUL only what is before that.
    /// - Throws: `systemUnavailable` where the system does not take it.
    public func copyToClipboard(_ text: String) throws(RasterError) {
        guard SDL_SetClipboardText(text) == 0 else { throw failure("cannot copy a text of \(text.utf8.count) bytes to the clipboard") }
        knownClipboard = nil
    }
}
