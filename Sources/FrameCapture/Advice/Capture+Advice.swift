// Capture+Advice: looks for work that a frame could save. If a fix should not change the picture, the finding is tested: the frame is drawn
// again with the fault fixed. If any bit changes, the finding is dropped. If all bits stay the same, the fix is measured, and the advice is
// given if the fix is worthwhile (see `Advice.pays`).

import CaptureFile
import Raster
import Shading

extension Capture {
    /// Returns the advice for a frame. Findings of one kind at one place in the source make one piece of advice. The fix of each piece of
    /// advice is measured; if the fix is not worthwhile on this machine, the piece of advice is left out.
    /// - Parameters:
    ///   - frame: The frame.
    ///   - device: The device that draws the experiments.
    ///   - progress: Receives a description of each search when the search begins.
    ///   - leftOut: Receives the findings whose fixes are not worthwhile.
    /// - Throws: `RasterError` if the frame cannot be drawn.
    public func advice(for frame: CapturedFrame, on device: Device = Device(.jit), progress: (String) -> Void = { _ in },
                       leftOut: (Advice) -> Void = { _ in }) throws -> [Advice] {
        try advice(for: frame, on: device, timer: ClockTimer(), progress: progress, leftOut: leftOut)
    }
    /// Returns all findings, without measurements. The findings are the same on every machine.
    /// - Throws: The errors of `advice(for:on:progress:leftOut:)`.
    public func findings(in frame: CapturedFrame, on device: Device = Device(.jit), progress: (String) -> Void = { _ in }) throws -> [Advice] {
        try advice(for: frame, on: device, timer: nil, progress: progress)
    }
    /// - Parameter timer: Measures the findings; if nil, the findings have no measurement.
    package func advice(for frame: CapturedFrame, on device: Device, timer: (any FrameTimer)?, progress: (String) -> Void = { _ in },
                        leftOut: (Advice) -> Void = { _ in }) throws -> [Advice] {
        let adviser = Adviser(try AdviceTrial(frame, of: self, on: device), timer)
        progress("draws and commands without effect")
        try adviser.findWithoutEffect()
        progress("passes that keep overwritten contents")
        try adviser.findNeedlessLoads()
        progress("vertices that are repeated")
        try adviser.findRepeatedVertices()
        progress("alternating pipelines")
        try adviser.findPipelineTurns()
        progress("blending and discards without effect")
        try adviser.findNeedlessBlending()
        try adviser.findNeedlessDiscards()
        progress("textures")
        try adviser.findTextureFaults()
        for advice in adviser.found where !advice.pays { leftOut(advice) }
        return adviser.found.filter(\.pays)
    }

    /// Measures the frame with some of its work removed: with viewports of 1×1 pixel, with textures of 1×1 texel, and with fragment shaders
    /// that do nothing. If the frame becomes much faster without a part, this part makes the frame slow.
    /// - Throws: `RasterError` if the frame cannot be drawn.
    public func limits(of frame: CapturedFrame, on device: Device = Device(.jit)) throws -> [FrameLimit] {
        try FrameLimits(trial: AdviceTrial(frame, of: self, on: device)).all()
    }
}

/// Collects the findings of all rules. The rules are methods in extensions of this class.
final class Adviser {
    let trial: AdviceTrial
    private let timer: (any FrameTimer)?
    private(set) var found: [Advice] = []
    var capture: Capture { trial.capture }
    var frame: CapturedFrame { trial.frame }
    var table: ResourceTable { trial.frame.table }

    init(_ trial: AdviceTrial, _ timer: (any FrameTimer)?) { self.trial = trial; self.timer = timer }

    /// All draws, with their public descriptions and their records.
    var draws: [(draw: CapturedDraw, record: RecordedDraw)] {
        frame.draws.compactMap { draw in
            guard case .draw(let record) = frame.events[draw.event] else { return nil }
            return (draw, record)
        }
    }

    /// Adds advice for draws: one piece for each source line that recorded some of the draws. A source line is left out if the picture
    /// changes when only the draws of this line are fixed.
    /// - Parameters:
    ///   - variant: Returns the frame with some of the draws fixed.
    ///   - finding: Describes the fault of the draws of one source line.
    ///   - saving: Describes the saving for the draws of one source line.
    func add(_ name: AdviceName, _ draws: [CapturedDraw], mend: String, variant: ([CapturedDraw]) throws -> FrameVariant, finding: ([CapturedDraw]) -> String,
                      saving: ([CapturedDraw]) -> String) throws {
        var places: [String] = [], groups: [String: [CapturedDraw]] = [:]
        for draw in draws {
            let place = "\(draw.file):\(draw.line)"
            if groups[place] == nil { places.append(place) }
            groups[place, default: []].append(draw)
        }
        for place in places {
            let group = groups[place] ?? [], mended = try variant(group)
            guard try trial.keepsBits(mended) else { continue }
            try add(name, at: group.first?.site ?? place, draws: group.map(\.number), finding: finding(group), mend: mend, saving: saving(group),
                    variant: mended)
        }
    }
    /// Adds one piece of advice.
    /// - Parameter variant: The frame with the fault fixed, which draws the same bits; nil if no such frame can be drawn.
    func add(_ name: AdviceName, at site: String, draws: [Int] = [], finding: String, mend: String, saving: String, variant: FrameVariant?) throws {
        let measurement = try timer.flatMap { timer in try variant.map { try trial.measure($0, by: timer) } }
        found.append(Advice(name: name, draws: draws, site: site, finding: finding, mend: mend, saving: saving, measurement: measurement))
    }
}

extension [CapturedDraw] {
    /// The beginning of a sentence: "The draw" or "5 draws".
    var subject: String { count == 1 ? "The draw" : "\(count) draws" }
}
