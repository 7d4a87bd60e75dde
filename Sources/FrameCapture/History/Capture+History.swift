// Capture+History: follows a pixel through a frame.
//
// The frame is drawn event by event on any renderer. Before each draw that may touch the pixel, the reference renderer draws the
// same into the same images, but only at the pixel, with a probe that sees everything; then the pixel gets its old bits back and the
// draw is executed for good. What that leaves behind must be what the probe saw.

import CaptureFile
import Raster

extension Capture {
    /// The history of a pixel of a frame's result, and of all images of its size.
    /// - Parameters:
    ///   - x: Pixels from the left.
    ///   - y: Pixels from the top, as in the picture.
    ///   - frame: The frame.
    ///   - draw: A draw into images of the size that is meant; nil: those of the size of the frame's result.
    ///   - device: Draws the frame; the fragments of the pixel are always the reference renderer's.
    /// - Throws: `RasterError` with `invalidArgument` where there is no such pixel.
    public func history(x: Int, y: Int, in frame: CapturedFrame, of draw: CapturedDraw? = nil, on device: Device = Device(.jit)) throws -> PixelHistory {
        let replayer = try Replayer(frame, of: self, on: device)
        let size = draw.map { (width: replayer.framebuffers[$0.framebuffer].width, height: replayer.framebuffers[$0.framebuffer].height) } ?? replayer.resultSize
        guard x >= 0, y >= 0, x < size.width, y < size.height else {
            throw RasterError(.invalidArgument, "pixel (\(x), \(y))", "is not in the frame's images of \(size.width)×\(size.height)", remedy: "count from the upper left, from 0 on")
        }
        var walk = PixelWalk(replayer, x: x, y: size.height - 1 - y, size: size, stepLimit: shaderStepLimit)
        try walk.run()
        return PixelHistory(x: x, y: y, size: size, events: walk.events, isProven: walk.isProven)
    }
}

extension Replayer {
    /// The size of what the last event writes.
    var resultSize: (width: Int, height: Int) {
        for event in frame.events.reversed() {
            switch event {
            case .beginPass(let pass): return (framebuffers[pass.framebuffer].width, framebuffers[pass.framebuffer].height)
            case .blit(let blit): return size(blit.destination.texture, level: blit.destination.level)
            case .copy(let copy): return size(copy.destination, level: copy.destinationLevel)
            default: break
            }
        }
        return (0, 0)
    }
    func size(_ texture: Int, level: Int) -> (width: Int, height: Int) {
        let levels = textures[texture].storage.levels
        return levels.indices.contains(level) ? (levels[level].width, levels[level].height) : (0, 0)
    }
}
