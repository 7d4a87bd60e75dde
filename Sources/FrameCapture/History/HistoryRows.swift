// HistoryRows: the events of a history as the rows of a table, with similar events in one row.

import Raster

/// Events that a table shows in one row: one, or several that are alike.
package struct HistoryRow: Sendable {
    /// One or more, in the order of the frame.
    package private(set) var events: [PixelEvent]
    /// Whether one of them gave the pixel its value, or the value that it was blended over.
    package private(set) var isDeciding: Bool

    /// The first event, which the others are like.
    package var first: PixelEvent { events[0] }
    /// Numbers of the draws, each once.
    package var draws: [Int] { Set(events.compactMap(\.draw)).sorted() }
    /// Numbers of the samples, each once.
    package var samples: [Int] { Set(events.compactMap(\.sample)).sorted() }
    /// Numbers of the primitives; nil where they are of several draws or instances.
    package var primitives: [Int]? {
        let first = first
        return events.allSatisfy { $0.draw == first.draw && $0.instance == first.instance } ? Set(events.compactMap(\.primitive)).sorted() : nil
    }

    /// A row of one event.
    package init(_ event: PixelEvent, isDeciding: Bool = false) { events = [event]; self.isDeciding = isDeciding }

    /// Events, in the order of the frame, as the rows of a table.
    /// - Parameters:
    ///   - deciding: The places of the events that gave the pixel its value.
    ///   - mergesDepths: Whether samples of one primitive are alike where nothing but their depths differ.
    package static func rows(of events: [PixelEvent], deciding: Set<Int> = [], mergesDepths: Bool = false) -> [HistoryRow] {
        var rows: [HistoryRow] = []
        for (index, event) in events.enumerated() {
            let isDeciding = deciding.contains(index)
            if rows.isEmpty || !rows[rows.count - 1].take(event, isDeciding: isDeciding, mergesDepths: mergesDepths) { rows.append(HistoryRow(event, isDeciding: isDeciding)) }
        }
        return rows
    }
    /// Takes the next event, if it is like the events of this row.
    private mutating func take(_ event: PixelEvent, isDeciding: Bool, mergesDepths: Bool) -> Bool {
        guard let last = events.last, event.fate == last.fate, event.images == last.images, isAlike(event, last) || mergesDepths && differsInDepth(event, last) else { return false }
        events.append(event)
        self.isDeciding = self.isDeciding || isDeciding
        return true
    }
    /// Whether two samples of one primitive have the same values but for their depths.
    private func differsInDepth(_ event: PixelEvent, _ last: PixelEvent) -> Bool {
        func changes(_ event: PixelEvent) -> [PixelChange] { event.changes.filter { $0.attachment != .depth } }
        return event.draw != nil && event.draw == last.draw && event.primitive == last.primitive && event.instance == last.instance && changes(event) == changes(last)
    }
    private func isAlike(_ event: PixelEvent, _ last: PixelEvent) -> Bool {
        // Events that changed nothing are told by their reason alone; numbers that were compared must be the same.
        if event.changes.isEmpty && last.changes.isEmpty {
            return event.draw != nil && last.draw != nil && event.depth == last.depth && event.storedDepth == last.storedDepth
        }
        return event.draw == last.draw && event.name == last.name && event.primitive == last.primitive && event.instance == last.instance && event.depth == last.depth
            && event.storedDepth == last.storedDepth && event.changes == last.changes
    }
}

extension PixelHistory {
    /// The events of the image as rows of a table.
    /// - Parameter limit: The most rows. Deciding rows stay, and of the other rows the last ones.
    package func rows(limit: Int) -> (rows: [HistoryRow], omittedEvents: Int) {
        let verdict = PixelVerdict(self), rows = HistoryRow.rows(of: verdict.events, deciding: verdict.decidingEvents)
        var left = max(0, limit - rows.count(where: \.isDeciding)), kept: [HistoryRow] = []
        for row in rows.reversed() {
            if !row.isDeciding {
                guard left > 0 else { continue }
                left -= 1
            }
            kept.append(row)
        }
        return (kept.reversed(), verdict.events.count - kept.reduce(0) { $0 + $1.events.count })
    }
}

extension PixelVerdict {
    /// The events that gave the pixel its value, the events whose values these were blended over, and the transfers since.
    var decidingEvents: Set<Int> {
        guard let maker else { return [] }
        var indices = Set(maker.transfers)
        for index in maker.origins.flatMap(\.events) {
            indices.insert(index)
            guard let change = change(events[index], maker.image), change.blend != nil else { continue }
            let sample = events[index].sample
            if let below = events[..<index].lastIndex(where: { ($0.sample == nil || $0.sample == sample) && $0.changes.contains { $0.image == maker.image } }) { indices.insert(below) }
        }
        return indices
    }
}
