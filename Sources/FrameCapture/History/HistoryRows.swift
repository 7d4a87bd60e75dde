// HistoryRows: the events of a history as rows of a table. Similar events share a row.

import Raster

/// One event, or several similar events, that a table shows in one row.
package struct HistoryRow: Sendable {
    /// The events, at least one, in the order of the frame.
    package private(set) var events: [PixelEvent]
    /// Whether an event of the row wrote the pixel's final value, wrote the destination value of the final blend, or copied the pixel to
    /// its final image afterwards.
    package private(set) var isDeciding: Bool

    /// The first event. All other events of the row are similar to the row's first event.
    package var first: PixelEvent { events[0] }
    /// The draw numbers of the events, in ascending order and without duplicates.
    package var draws: [Int] { Set(events.compactMap(\.draw)).sorted() }
    /// The sample numbers of the events, in ascending order and without duplicates.
    package var samples: [Int] { Set(events.compactMap(\.sample)).sorted() }
    /// The primitive numbers of the events; nil if the events belong to several draws or instances.
    package var primitives: [Int]? {
        let first = first
        return events.allSatisfy { $0.draw == first.draw && $0.instance == first.instance } ? Set(events.compactMap(\.primitive)).sorted() : nil
    }

    /// Creates a row of one event.
    package init(_ event: PixelEvent, isDeciding: Bool = false) { events = [event]; self.isDeciding = isDeciding }

    /// Groups events, given in the order of the frame, into rows of a table.
    /// - Parameters:
    ///   - deciding: The indices of the events that determine the pixel's final value; see `PixelVerdict.decidingEvents`.
    ///   - mergesDepths: Whether samples of one primitive share a row if only their depths differ.
    package static func rows(of events: [PixelEvent], deciding: Set<Int> = [], mergesDepths: Bool = false) -> [HistoryRow] {
        var rows: [HistoryRow] = []
        for (index, event) in events.enumerated() {
            let isDeciding = deciding.contains(index)
            if rows.isEmpty || !rows[rows.count - 1].take(event, isDeciding: isDeciding, mergesDepths: mergesDepths) {
                rows.append(HistoryRow(event, isDeciding: isDeciding))
            }
        }
        return rows
    }
    /// Adds the next event to this row if the event is similar to the row's last event. Returns whether the event was added.
    private mutating func take(_ event: PixelEvent, isDeciding: Bool, mergesDepths: Bool) -> Bool {
        guard let last = events.last, event.fate == last.fate, event.images == last.images,
              isAlike(event, last) || mergesDepths && differsInDepth(event, last) else { return false }
        events.append(event)
        self.isDeciding = self.isDeciding || isDeciding
        return true
    }
    /// Returns whether two samples belong to one primitive and have equal values except for depth.
    private func differsInDepth(_ event: PixelEvent, _ last: PixelEvent) -> Bool {
        func changes(_ event: PixelEvent) -> [PixelChange] { event.changes.filter { $0.attachment != .depth } }
        return event.draw != nil && event.draw == last.draw && event.primitive == last.primitive && event.instance == last.instance
            && changes(event) == changes(last)
    }
    private func isAlike(_ event: PixelEvent, _ last: PixelEvent) -> Bool {
        // Events that change nothing are similar if the compared depths are equal, even if the events belong to different draws.
        if event.changes.isEmpty && last.changes.isEmpty {
            return event.draw != nil && last.draw != nil && event.depth == last.depth && event.storedDepth == last.storedDepth
        }
        return event.draw == last.draw && event.name == last.name && event.primitive == last.primitive && event.instance == last.instance
            && event.depth == last.depth
            && event.storedDepth == last.storedDepth && event.changes == last.changes
    }
}

extension PixelHistory {
    /// Returns the events of the image as rows of a table.
    /// - Parameter limit: The largest number of rows. All rows with an event that determines the pixel's final value are kept. If there is
    ///   room for more rows, the latest of the other rows are kept, too.
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
    /// The indices of three kinds of events: events that wrote the pixel's value, events that wrote the destination values of blends, and
    /// transfers that copied the pixel to its final image afterwards.
    var decidingEvents: Set<Int> {
        guard let maker else { return [] }
        var indices = Set(maker.transfers)
        for index in maker.origins.flatMap(\.events) {
            indices.insert(index)
            guard let change = change(events[index], maker.image), change.blend != nil else { continue }
            let sample = events[index].sample
            if let below = events[..<index].lastIndex(where: { ($0.sample == nil || $0.sample == sample) && $0.changes.contains { $0.image == maker.image } }) {
                indices.insert(below)
            }
        }
        return indices
    }
}
