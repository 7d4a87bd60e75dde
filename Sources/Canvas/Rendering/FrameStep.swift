import Raster

/// A recorded step of a frame.
enum FrameStep {
    case pass(PassStep)
    case copy(from: Surface, box: PixelBox, to: Surface)
}

struct PassStep {
    var surface: Surface
    var clear: SIMD4<Float>?
    var jobs: [PieceJob]
    var batches: [Batch]
}
