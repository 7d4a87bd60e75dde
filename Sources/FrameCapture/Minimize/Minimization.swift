import CaptureFile
import Raster

/// Removes as much of a frame as possible while a predicate still holds for the rest. The first step removes whole passes, transfers and
/// dispatches, and the second step removes single draws and clears. The two steps are repeated as long as a step removes events. Then,
/// instances and primitives are removed, and then the contents of textures. The written capture has only the resources that are still used.
public final class Minimization {
    private let capture: Capture
    private let frame: CapturedFrame
    private let predicate: FramePredicate
    private let replayer: Replayer
    private let kind: Device.Kind
    private var second: Replayer?
    /// The number of reduced frames that were tested.
    public private(set) var attempts = 0
    /// The remaining events.
    private var events: [RecordedEvent]
    private var emptied: Set<Int> = []

    /// - Throws: `RasterError` with `invalidArgument` if the predicate does not hold for the whole frame.
    public init(of frame: CapturedFrame, in capture: Capture, keeping predicate: FramePredicate, on kind: Device.Kind = .jit) throws {
        self.capture = capture; self.frame = frame; self.predicate = predicate; self.kind = kind
        replayer = try Replayer(frame, of: capture, on: Device(kind))
        events = frame.events
        guard try holds(events) else {
            throw RasterError(.invalidArgument, "'\(predicate)'", "is not true of frame \(frame.number)", remedy: "give a predicate that is true of the whole frame")
        }
    }

    /// The number of draws in the reduced frame.
    public var drawCount: Int { events.count { if case .draw = $0 { true } else { false } } }

    /// Reduces the frame until nothing more can be removed.
    public func run() throws {
        var before: Int
        repeat {
            before = events.count
            try removeUnits(Minimization.passes)
            try removeUnits(Minimization.single)
        } while events.count < before
        try shortenDraws()
        for texture in frame.table.textures.indices where !frame.table.textures[texture].levels.isEmpty {
            emptied.insert(texture)
            replayer.emptied = emptied
            if try !holds(events) { emptied.remove(texture) }
        }
        replayer.emptied = emptied
    }

    /// Writes the reduced frame as a capture of one frame.
    /// - Throws: `RasterError` with `fileNotWritable`; with `invalidArgument` if `path` is the original capture; with
    ///   `invalidCapture` if the predicate does not hold for the written file.
    public func write(to path: String) throws {
        guard path != capture.path else { throw RasterError(.invalidArgument, "'\(path)'", "is the capture itself", remedy: "write to another file") }
        var outcome = ""
        do { try replayer.run(events[...]) } catch { outcome = "\(error)" }
        try FrameSubset(events, of: frame.table, emptied: emptied).write(to: path, label: frame.label, error: outcome, locations: frame.locations, of: capture)
        let written = try Capture(contentsOf: path), result = try written.frame(0)
        guard try result.satisfies(predicate, of: written, on: kind) else {
            throw RasterError(.invalidCapture, "'\(path)'", "does not satisfy '\(predicate)' when it is read again", remedy: "report it with the original capture")
        }
    }

    /// Returns whether the predicate holds for a part of the frame. If the evaluation throws an error, the predicate does not hold, because
    /// the event or image that the predicate names has been removed.
    private func holds(_ events: [RecordedEvent]) throws -> Bool {
        attempts += 1
        let evaluation = PredicateEvaluation(events, replayer, other: { [self] in
            let made = try second ?? Replayer(frame, of: capture, on: Device(kind == .jit ? .reference : .jit))
            second = made
            made.emptied = replayer.emptied
            return made
        })
        return (try? evaluation.isTrue(predicate.root)) ?? false
    }

    // MARK: Events

    /// Returns ranges of events; each range can be removed only as a whole.
    private static func passes(_ events: [RecordedEvent]) -> [Range<Int>] {
        var ranges: [Range<Int>] = [], start = 0
        for (number, event) in events.enumerated() {
            switch event {
            case .beginPass: start = number
            case .endPass: ranges.append(start..<(number + 1))
            case .copy, .blit, .generateMipmaps, .updateBuffer, .dispatch: ranges.append(number..<(number + 1))
            case .draw, .clear, .pushGroup, .popGroup: break
            }
        }
        return ranges
    }
    private static func single(_ events: [RecordedEvent]) -> [Range<Int>] {
        var ranges: [Range<Int>] = [], open: [Int] = []
        for (number, event) in events.enumerated() {
            switch event {
            case .draw, .clear, .copy, .blit, .generateMipmaps, .updateBuffer, .dispatch: ranges.append(number..<(number + 1))
            case .pushGroup: open.append(number)
            // An empty group consists of two events, which can be removed together.
            case .popGroup: if open.popLast() == number - 1 { ranges.append((number - 1)..<(number + 1)) }
            case .beginPass, .endPass: break
            }
        }
        return ranges
    }
    /// Removes as many units as possible. At first, the function tries to remove half of the units at once, then a quarter, and so on down to
    /// single units.
    private func removeUnits(_ units: ([RecordedEvent]) -> [Range<Int>]) throws {
        var size = max(1, units(events).count / 2)
        while true {
            var hasRemoved = false, position = 0
            while true {
                let ranges = units(events)
                guard position < ranges.count else { break }
                let chosen = ranges[position..<min(position + size, ranges.count)], omitted = Set(chosen.joined())
                let candidate = events.indices.filter { !omitted.contains($0) }.map { events[$0] }
                if try holds(candidate) {
                    events = candidate
                    hasRemoved = true
                } else {
                    position += size
                }
            }
            if size == 1 && !hasRemoved { return }
            if !hasRemoved || size > 1 { size = max(1, size / 2) }
        }
    }

    // MARK: Draws

    private func shortenDraws() throws {
        for index in events.indices {
            guard case .draw(var draw) = events[index] else { continue }
            func attempt(_ change: (inout RecordedDraw) -> Void) throws -> Bool {
                var changed = draw, candidate = events
                change(&changed)
                if changed == draw { return false }
                candidate[index] = .draw(changed)
                guard try holds(candidate) else { return false }
                draw = changed
                events = candidate
                return true
            }
            if draw.instanceCount > 1 { _ = try attempt { $0.instanceCount = 1 } }
            // Lists lose only whole primitives; strips, loops and fans can lose any number of vertices. A fan must keep its first
            // vertex.
            let step: Int, least: Int
            switch draw.primitive {
            case .points: (step, least) = (1, 1)
            case .lines: (step, least) = (2, 2)
            case .triangles: (step, least) = (3, 3)
            case .lineStrip, .lineLoop: (step, least) = (1, 2)
            case .triangleStrip, .triangleFan: (step, least) = (1, 3)
            case .linesAdjacency: (step, least) = (4, 4)
            case .lineStripAdjacency: (step, least) = (1, 4)
            case .trianglesAdjacency: (step, least) = (6, 6)
            case .triangleStripAdjacency: (step, least) = (2, 6)
            }
            var part = draw.count / 2 / step * step
            while part >= step {
                var isShorter = false
                if draw.count - part >= least {
                    isShorter = try attempt { $0.count -= part }
                    if !isShorter, draw.primitive != .triangleFan { isShorter = try attempt { $0.first &+= part; $0.count -= part } }
                }
                if !isShorter || draw.count - part < least { part = part / 2 / step * step }
            }
        }
    }
}
