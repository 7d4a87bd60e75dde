// Capture+DrawVerdict: explains why a draw is not visible.

import CaptureFile
import Raster

extension Capture {
    /// Returns how much of a draw is visible in the frame's result, and why the rest is not visible.
    /// - Throws: `RasterError` if the frame cannot be drawn.
    public func verdict(of draw: CapturedDraw, in frame: CapturedFrame, on kind: Device.Kind = .jit) throws -> DrawVerdict {
        guard frame.events.indices.contains(draw.event), case .draw(let record) = frame.events[draw.event] else {
            throw RasterError(.invalidArgument, "draw @\(draw.number)", "belongs to another frame", remedy: "give the draw's own frame")
        }
        func whole(_ loss: DrawLoss) -> DrawVerdict {
            DrawVerdict(draw: draw, vertices: 0, primitives: 0, samples: 0, passed: 0, changed: 0, seen: 0,
                        evidence: [.init(unit: "", count: 1, total: 1, loss: loss, by: nil)])
        }
        if record.count == 0 { return whole(.noVertices) }
        if record.instanceCount == 0 { return whole(.noInstances) }
        let with = Device(kind)
        var verdict = try DrawInquiry(with: Replayer(frame, of: self, on: with), without: Replayer(frame, of: self, on: Device(kind)), draw,
                               stepLimit: stepLimit(on: with.options)).verdict()
        verdict.words = vocabulary
        verdict.settings = DrawSettings(of: draw, in: frame)
        return verdict
    }
}
