import Raster

/// A pass of a captured frame. All draws of a pass write the same images.
public struct CapturedPass: Sendable, Hashable {
    /// The pass's number in its frame, from 0.
    public let number: Int
    /// The pass's label.
    public let label: String
    /// The draw numbers of the pass's draws; empty if the pass only clears.
    public let draws: Range<Int>
    /// The width of the pass's images in pixels; 0 if the pass has no images.
    public let width: Int
    /// The height of the pass's images in pixels; 0 if the pass has no images.
    public let height: Int
    /// The indices of the pass's events, from its beginning to its end.
    package let events: ClosedRange<Int>
}

extension CapturedFrame {
    /// The frame's passes, in order.
    public var passes: [CapturedPass] {
        var passes: [CapturedPass] = [], begun: (event: Int, record: RecordedPass)?, firstDraw = 0, nextDraw = 0
        for (number, event) in events.enumerated() {
            switch event {
            case .beginPass(let record):
                begun = (number, record)
                firstDraw = nextDraw
            case .draw: nextDraw += 1
            case .endPass:
                guard let pass = begun else { break }
                let size = size(ofFramebuffer: pass.record.framebuffer)
                passes.append(CapturedPass(number: passes.count, label: pass.record.label, draws: firstDraw..<nextDraw, width: size.width, height: size.height,
                                           events: pass.event...number))
                begun = nil
            default: break
            }
        }
        return passes
    }
    /// Returns the labels of the textures that a draw reads, in the order of the texture units. A texture without a label has its
    /// number instead, such as #3.
    public func textureNames(of draw: CapturedDraw) -> [String] {
        recordedDraw(draw).textures.sorted { $0.unit < $1.unit }.map { binding in
            let label = table.textures[binding.texture].descriptor.label
            return label.isEmpty ? "#\(binding.texture)" : label
        }
    }
}
