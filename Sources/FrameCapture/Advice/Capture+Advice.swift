// Capture+Advice: looks for work that a frame could save. A finding is tried: the frame is drawn again with the fault mended, and only
// where all bits stay as they were is the advice given.

import CaptureFile
import Raster
import Shading

extension Capture {
    /// The advice for a frame; that of one kind and one place in the source stands together.
    /// - Parameters:
    ///   - frame: The frame.
    ///   - device: Draws the experiments.
    ///   - progress: Is told what is being tried.
    /// - Throws: `RasterError` where the frame cannot be drawn.
    public func advice(for frame: CapturedFrame, on device: Device = Device(.jit), progress: (String) -> Void = { _ in }) throws -> [Advice] {
        var adviser = Adviser(try Experimenter(frame, of: self, on: device))
        progress("draws and commands without effect")
        try adviser.findWithoutEffect()
        progress("passes that keep what nobody sees")
        try adviser.findNeedlessLoads()
        progress("vertices that are drawn again and again")
        try adviser.findRepeatedVertices()
        progress("pipelines that take turns")
        try adviser.findPipelineTurns()
        progress("blending and discards without effect")
        try adviser.findNeedlessBlending()
        try adviser.findNeedlessDiscards()
        progress("textures")
        try adviser.findTextureFaults()
        return adviser.found
    }

    /// The times of a frame with some of its work taken away: with viewports of 1×1 pixel, textures of 1×1 texel, and fragment shaders that
    /// do nothing. What takes most of the time with it is what makes the frame slow.
    /// - Throws: `RasterError` where the frame cannot be drawn.
    public func limits(of frame: CapturedFrame, on device: Device = Device(.jit)) throws -> [FrameLimit] {
        try FrameLimits(experimenter: Experimenter(frame, of: self, on: device)).all()
    }
}

/// Collects what the rules find. A rule is an extension of its own.
struct Adviser {
    let experimenter: Experimenter
    private(set) var found: [Advice] = []
    var capture: Capture { experimenter.capture }
    var frame: CapturedFrame { experimenter.frame }
    var table: ResourceTable { experimenter.frame.table }

    init(_ experimenter: Experimenter) { self.experimenter = experimenter }

    /// The records of all draws, with their public descriptions.
    var draws: [(draw: CapturedDraw, record: RecordedDraw)] {
        frame.draws.compactMap { draw in
            guard case .draw(let record) = frame.events[draw.event] else { return nil }
            return (draw, record)
        }
    }

    /// Adds advice for draws, a piece for each place in the source that recorded some of them.
    /// - Parameters:
    ///   - finding: Of the draws of one place.
    ///   - saving: Of the draws of one place.
    mutating func add(_ name: AdviceName, _ draws: [CapturedDraw], mend: String, times: (before: Double, after: Double)?, finding: ([CapturedDraw]) -> String,
                      saving: ([CapturedDraw]) -> String) {
        var places: [String] = [], groups: [String: [CapturedDraw]] = [:]
        for draw in draws {
            let place = "\(draw.file):\(draw.line)"
            if groups[place] == nil { places.append(place) }
            groups[place, default: []].append(draw)
        }
        for place in places {
            let group = groups[place] ?? []
            found.append(Advice(name: name, draws: group.map(\.number), site: group.first?.site ?? place, finding: finding(group), mend: mend, saving: saving(group), milliseconds: times))
        }
    }
    /// Adds advice for something that is no draw.
    mutating func add(_ name: AdviceName, at site: String, draws: [Int] = [], finding: String, mend: String, saving: String, times: (before: Double, after: Double)?) {
        found.append(Advice(name: name, draws: draws, site: site, finding: finding, mend: mend, saving: saving, milliseconds: times))
    }
}

extension [CapturedDraw] {
    /// "The draw" or "5 draws", at the beginning of a sentence.
    var subject: String { count == 1 ? "The draw" : "\(count) draws" }
}
