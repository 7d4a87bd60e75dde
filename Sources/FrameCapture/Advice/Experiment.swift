// Experiment: a frame with one thing changed, drawn beside the frame as it is. The bits decide whether the change may be made; the times
// say what it is worth.

import CaptureFile
import Raster

/// Draws a frame as it is, and changed.
final class Experimenter {
    let capture: Capture
    let frame: CapturedFrame
    let device: Device
    let original: Replayer
    private let bits: [[ContentHash]]
    /// Seconds that one comparison of times may take, and the number of pairs.
    private static let seconds = 0.25, pairs = 9

    init(_ frame: CapturedFrame, of capture: Capture, on device: Device) throws {
        self.frame = frame; self.capture = capture; self.device = device
        original = try Replayer(frame, of: capture, on: device)
        try original.run()
        bits = try original.textureBits()
    }

    /// The frame with another table, for which resources are made anew.
    func variant(table: ResourceTable, events: [RecordedEvent]? = nil, replacing: [ShaderReplacement] = [], contents: [ContentHash: [UInt8]] = [:]) throws -> FrameVariant {
        do {
            let changed = try CapturedFrame(number: frame.number, label: frame.label, table: table, events: events ?? frame.events, outcome: nil, hashes: nil)
            let replayer = try Replayer(changed, of: capture, on: device, replacing: replacing)
            replayer.substitutes = contents
            return FrameVariant(replayer: replayer, events: changed.events)
        } catch let error as CaptureFileError { throw RasterError(error) }
    }
    /// The frame's own resources, and other events.
    func variant(events: [RecordedEvent]) -> FrameVariant { FrameVariant(replayer: original, events: events) }

    /// Whether the variant leaves the bits of all textures as the frame itself does.
    /// - Parameter ignoring: Numbers of textures that are not compared.
    func keepsBits(_ variant: FrameVariant, ignoring: Set<Int> = []) throws -> Bool {
        try variant.draw()
        let found = try variant.replayer.textureBits()
        return zip(bits, found).enumerated().allSatisfy { ignoring.contains($0.offset) || $0.element.0 == $0.element.1 }
    }

    /// Medians of the times of both in milliseconds, drawn in turns. Contents are loaded outside of the time that is measured.
    func times(_ variant: FrameVariant) throws -> (before: Double, after: Double) {
        let whole = FrameVariant(replayer: original, events: frame.events), clock = ContinuousClock()
        var before: [Double] = [], after: [Double] = []
        // Code of the second tier takes the place of the first in the meantime.
        for _ in 0..<2 { for one in [whole, variant] { try one.draw() } }
        let start = clock.now
        repeat {
            before.append(try whole.draw(clock))
            after.append(try variant.draw(clock))
        } while before.count < Self.pairs && clock.now - start < .seconds(Self.seconds)
        return (before.sorted()[before.count / 2], after.sorted()[after.count / 2])
    }
}

/// Some resources, and the events that are drawn with them.
struct FrameVariant {
    let replayer: Replayer
    let events: [RecordedEvent]

    func draw() throws {
        try replayer.loadContents()
        try replayer.submit(events[...])
    }
    /// - Returns: Milliseconds.
    fileprivate func draw(_ clock: ContinuousClock) throws -> Double {
        try replayer.loadContents()
        return try clock.measure { try replayer.submit(events[...]) } / .milliseconds(1)
    }
}

extension Replayer {
    /// The bits of all levels of all textures.
    func textureBits() throws -> [[ContentHash]] {
        try textures.indices.map { number in try textures[number].storage.levels.indices.map { try hash(ofTexture: number, level: $0) } }
    }
}
