// FrameDecoder: decodes frames on its own thread and keeps one decoded frame until `take` returns it.

import Host
import Raster

final class FrameDecoder: Sendable {
    private struct Results {
        /// The number of the frame that is being decoded or is to be decoded next; nil if no frame is to be decoded.
        var wanted: Int?
        var finished: (index: Int, result: Result<Image, RasterError>)?
        /// The number of frames decoded so far.
        var decodedCount = 0
    }
    private let thread = WorkThread()
    private let reader: Lock<FrameReader>
    private let results = Lock(Results())

    init(_ sequence: FrameSequence) { reader = Lock(FrameReader(sequence)) }

    /// Begins to decode a frame, unless this frame is already decoded or being decoded. If another frame has been decoded but not taken,
    /// discards that other frame.
    func prepare(_ index: Int) {
        let isNew = results.withLock { results in
            if results.wanted == index || (results.wanted == nil && results.finished?.index == index) { return false }
            results.wanted = index
            results.finished = nil
            return true
        }
        guard isNew else { return }
        let decode: @Sendable () -> Void = { [self] in
            // After a fork(), the child process does not have this thread, so the child process could not finish a frame whose decoding has
            // begun. Therefore a fork() on another thread waits until `performHere` returns.
            LibraryCall.performHere {
                // Before this work began, a different frame may have been requested.
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
        // If the thread accepts no more work, the caller decodes the frame.
        if !thread.add([decode]) { decode() }
    }

    /// Waits until the frame is decoded or its decoding has failed.
    func wait(for index: Int) {
        prepare(index)
        // The thread does its work in order. Therefore, when this last piece of work runs, the frame has been decoded.
        let completion = Completion()
        if thread.add([{ completion.happen() }]) { completion.wait() }
    }
    /// Returns the decoded frame and removes it from the decoder. If the frame is not decoded yet and `waits` is false, returns nil.
    func take(_ index: Int, waits: Bool) throws(RasterError) -> Image? {
        if waits { wait(for: index) } else { prepare(index) }
        let finished = results.withLock { results -> Result<Image, RasterError>? in
            guard let finished = results.finished, finished.index == index else { return nil }
            results.finished = nil
            return finished.result
        }
        return try finished?.get()
    }
    /// The number of frames decoded so far, including frames that were discarded without being taken.
    var decodedCount: Int { results.withLock { $0.decodedCount } }
    /// Whether a decoded frame waits to be taken.
    var holdsFrame: Bool { results.withLock { $0.finished != nil } }
}
