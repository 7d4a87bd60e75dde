// CutText: shortens texts that are too wide for their place, and ends each shortened text with "…".

import Panels

extension PanelBuilder {
    /// Returns the text if its width in the current style is at most `room` points. If the text is wider, returns the longest beginning of
    /// the text that fits together with "…".
    package func cut(_ text: String, to room: Float) -> String {
        guard width(of: text) > room else { return text }
        var fits = 0, tooMany = text.count
        while fits + 1 < tooMany {
            let middle = (fits + tooMany) / 2
            if width(of: "\(text.prefix(middle))…") <= room { fits = middle } else { tooMany = middle }
        }
        var start = text.prefix(fits)
        while start.last == " " { start.removeLast() }
        return "\(start)…"
    }
}
