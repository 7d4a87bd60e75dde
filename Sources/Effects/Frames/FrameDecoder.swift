// FrameDecoder: decodes frames on a thread of its own and keeps one until it is taken.

import Dispatch
import Raster
import Synchronization

final class FrameDecoder: Sendable {
    private struct Results {
        /// The frame that is being decoded, or waits for its turn.
        var wanted: Int?
        var finished: (index: Int, result: Result<Image, RasterError>)?
        /// Frames decoded so far.
        var decodedCount = 0
    }
    /// One task at a time, in their order.
    private let queue = DispatchQueue(label: "frames")
    private let reader: Mutex<FrameReader>
    private let results = Mutex(Results())

    init(_ sequence: FrameSequence) { reader = Mutex(FrameReader(sequence)) }

    /// Begins to decode a frame, unless it is there or under way. A frame that was not taken is let go.
    func prepare(_ index: Int) {
        let isNew = results.withLock { results in
            if results.wanted == index || (results.wanted == nil && results.finished?.index == index) { return false }
            results.wanted = index
            results.finished = nil
            return true
        }
        guard isNew else { return }
        queue.async { [self] in
            // Someone may want another one by now.
            guard results.withLock({ $0.wanted == index }) else { return }
            let result = reader.withLock { reader in Result { () throws(RasterError) in try reader.picture(index) } }
            results.withLock { results in
                results.decodedCount += 1
                guard results.wanted == index else { return }
                results.wanted = nil
                results.finished = (index, result)
            }
        }
    }

    /// Returns once the frame is decoded, or is known not to be one.
    func wait(for index: Int) {
        prepare(index)
        // The queue's tasks run in order: behind this one all are done.
        queue.sync {}
    }
    /// The frame; nil where it is not there yet, unless the caller waits.
    func take(_ index: Int, waits: Bool) throws(RasterError) -> Image? {
        if waits { wait(for: index) } else { prepare(index) }
        let finished = results.withLock { results -> Result<Image, RasterError>? in
            guard let finished = results.finished, finished.index == index else { return nil }
            results.finished = nil
            return finished.result
        }
        return try finished?.get()
    }
    /// Frames decoded so far, those included that nobody took.
    var decodedCount: Int { results.withLock { $0.decodedCount } }
    /// Whether a decoded frame waits to be taken.
    var holdsFrame: Bool { results.withLock { $0.finished != nil } }
}
