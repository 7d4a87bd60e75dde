// CutText: shortens texts that are too long, and ends them with "…".

import Panels

extension PanelBuilder {
    /// Returns the text if it fits into `room` points in the current style, otherwise the longest beginning that fits with "…".
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
