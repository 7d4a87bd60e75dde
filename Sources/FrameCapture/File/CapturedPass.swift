import Raster

/// A pass of a captured frame: its draws go to one set of images.
public struct CapturedPass: Sendable, Hashable {
    /// Its number among the frame's passes, from 0 on.
    public let number: Int
    /// Its label.
    public let label: String
    /// The numbers of its draws; empty for a pass that only clears.
    public let draws: Range<Int>
    /// Width of its images in pixels; 0 where it has none.
    public let width: Int
    /// Height of its images in pixels; 0 where it has none.
    public let height: Int
    /// All events of the pass, from the event that begins it to the event that ends it.
    package let events: ClosedRange<Int>
}

extension CapturedFrame {
    /// Its passes in order.
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
                passes.append(CapturedPass(number: passes.count, label: pass.record.label, draws: firstDraw..<nextDraw, width: size.width, height: size.height, events: pass.event...number))
                begun = nil
            default: break
            }
        }
        return passes
    }
    /// The labels of the textures that a draw reads, by unit; a number such as #3 for one without a label.
    public func textureNames(of draw: CapturedDraw) -> [String] {
        recordedDraw(draw).textures.sorted { $0.unit < $1.unit }.map { binding in
            let label = table.textures[binding.texture].descriptor.label
            return label.isEmpty ? "#\(binding.texture)" : label
        }
    }
}
