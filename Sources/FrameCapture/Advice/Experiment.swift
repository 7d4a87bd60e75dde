// Experiment: draws an unchanged frame, and the frame with one change. If both frames have the same bits, the change is allowed,
// and the difference of the frames' times shows the saving.

import CaptureFile
import Raster

/// Draws an unchanged frame, and variants of the frame.
final class AdviceTrial {
    let capture: Capture
    let frame: CapturedFrame
    let device: Device
    let original: Replayer
    private let bits: [[ContentHash]]
    /// `pairs` is the number of pairs to measure. If the pairs take longer than `milliseconds`, the measurement ends early, but not
    /// before `leastPairs` pairs.
    private static let pairs = 16, leastPairs = 6, milliseconds = 1000.0

    init(_ frame: CapturedFrame, of capture: Capture, on device: Device) throws {
        self.frame = frame; self.capture = capture; self.device = device
        original = try Replayer(frame, of: capture, on: device)
        try original.run()
        bits = try original.textureBits()
    }

    /// Returns the frame with another table of resources, `table`. All resources are created anew.
    func variant(table: ResourceTable, events: [RecordedEvent]? = nil, replacing: [ShaderReplacement] = [],
                 contents: [ContentHash: [UInt8]] = [:]) throws -> FrameVariant {
        do {
            let changed = try CapturedFrame(number: frame.number, label: frame.label, table: table, events: events ?? frame.events, outcome: nil, hashes: nil)
            let replayer = try Replayer(changed, of: capture, on: device, replacing: replacing)
            replayer.substitutes = contents
            return FrameVariant(replayer: replayer, events: changed.events)
        } catch let error as CaptureFileError { throw RasterError(error) }
    }
    /// Returns the frame with its own resources, but with other events.
    func variant(events: [RecordedEvent]) -> FrameVariant { FrameVariant(replayer: original, events: events) }

    /// Returns whether the variant leaves the same bits in all textures as the frame itself.
    /// - Parameter ignoring: The numbers of the textures that are left out of the comparison.
    func keepsBits(_ variant: FrameVariant, ignoring: Set<Int> = []) throws -> Bool {
        try variant.draw()
        let found = try variant.replayer.textureBits()
        return zip(bits, found).enumerated().allSatisfy { ignoring.contains($0.offset) || $0.element.0 == $0.element.1 }
    }

    /// Returns whether draws leave the same bits in the variant as in the frame itself. Before each draw, the colours of its target are
    /// filled with unlikely values. Without these values, the bits could agree by coincidence, for example because a cleared layer holds
    /// only zeros. If there are at least 24 draws, only 12 to 18 draws are tested, at equal distances in the list.
    func agrees(_ variant: FrameVariant, on draws: [CapturedDraw]) throws -> Bool {
        let step = max(1, draws.count / 12)
        for draw in stride(from: 0, to: draws.count, by: step).map({ draws[$0] }) {
            for poison in [0x5A, 0x21] as [UInt8] {
                func outcome(_ replayer: Replayer, _ events: [RecordedEvent]) throws -> [BlobReference] {
                    let target = replayer.framebuffers[draw.framebuffer]
                    try replayer.loadContents()
                    try replayer.submit(events[..<draw.event])
                    try target.fillColors(poison)
                    try replayer.submit(events[draw.event...draw.event])
                    return try target.attachments.map(replayer.hash)
                }
                if try outcome(original, frame.events) != outcome(variant.replayer, variant.events) { return false }
            }
        }
        return true
    }

    /// Measures the variant and the frame alternately. The time to load the resources' contents is not included.
    func measure(_ variant: FrameVariant, by timer: any FrameTimer) throws -> AdviceMeasurement {
        let whole = FrameVariant(replayer: original, events: frame.events)
        var pairs: [AdviceMeasurement.Pair] = [], spent = 0.0
        // Draws both frames twice before measuring them. After two drawings, the optimised code (the second tier) has replaced the quickly
        // compiled code (the first tier).
        for _ in 0..<2 { for one in [whole, variant] { try one.draw() } }
        while pairs.count < Self.pairs, pairs.count < Self.leastPairs || spent < Self.milliseconds {
            var before = 0.0, after = 0.0
            // The second frame of a pair finds warmer caches, so the order of the two frames alternates.
            for isMended in pairs.count % 2 == 0 ? [false, true] : [true, false] {
                let one = isMended ? variant : whole
                try one.load()
                let time = try timer.milliseconds(isMended: isMended) { try one.submit() }
                if isMended { after = time } else { before = time }
            }
            pairs.append(.init(before: before, after: after))
            spent += before + after
        }
        return AdviceMeasurement(pairs: pairs)
    }
    /// Returns the medians of the frame's and the variant's times, in milliseconds.
    func times(_ variant: FrameVariant) throws -> (before: Double, after: Double) {
        let measurement = try measure(variant, by: ClockTimer())
        return (measurement.before, measurement.after)
    }
}

/// Measures how long a frame takes.
package protocol FrameTimer {
    /// Returns the time that `draw` takes, in milliseconds.
    /// - Parameters:
    ///   - isMended: Whether `draw` draws the frame with a fault fixed.
    ///   - draw: Draws the frame.
    func milliseconds(isMended: Bool, _ draw: () throws -> Void) throws -> Double
}
/// Measures time by the system's clock.
struct ClockTimer: FrameTimer {
    func milliseconds(isMended: Bool, _ draw: () throws -> Void) throws -> Double { try ContinuousClock().measure(draw) / .milliseconds(1) }
}

/// A frame, possibly changed: a replayer with the frame's resources, and the events to draw.
struct FrameVariant {
    let replayer: Replayer
    let events: [RecordedEvent]

    func draw() throws {
        try load()
        try submit()
    }
    func load() throws { try replayer.loadContents() }
    func submit() throws { try replayer.submit(events[...]) }
}

extension Replayer {
    /// Returns the hashes of all levels of all textures.
    func textureBits() throws -> [[ContentHash]] {
        try textures.indices.map { number in try textures[number].storage.levels.indices.map { try hash(ofTexture: number, level: $0) } }
    }
}
