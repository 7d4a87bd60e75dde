// Stage: draws canvases for the tests.

import Canvas
import Raster

/// A renderer and its device.
struct Stage {
    let device: Device
    let renderer: CanvasRenderer

    init(_ kind: Device.Kind = .jit, lanes: Int? = nil, threads: Int? = nil) throws {
        var options = Device.Options()
        options.lanes = lanes
        options.threads = threads
        device = Device(kind, options: options)
        renderer = try CanvasRenderer(device: device)
    }

    /// Draws the canvas, and returns its premultiplied pixels, the top row first.
    func pixels(_ canvas: Canvas, width: Int = 64, height: Int = 64, scale: Double = 1, origin: (x: Int, y: Int) = (0, 0),
                over background: Color = .clear) throws -> Pixels {
        let texture = try renderer.texture(of: canvas, width: width, height: height, scale: scale, origin: origin, background: background)
        return Pixels(try texture.readImage())
    }
    func pixels(width: Int = 64, height: Int = 64, over background: Color = .clear, _ draw: (inout Canvas) throws -> Void) throws -> Pixels {
        var canvas = Canvas()
        try draw(&canvas)
        return try pixels(canvas, width: width, height: height, over: background)
    }
}

/// Premultiplied pixels.
struct Pixels: Equatable {
    let image: Image
    init(_ image: Image) { self.image = image }
    var width: Int { image.width }
    var height: Int { image.height }
    subscript(x: Int, y: Int) -> SIMD4<Int> { SIMD4<Int>(truncatingIfNeeded: image[x, y]) }

    /// Like `largestDifference`, but first rounds the values that `expected` returns to the nearest multiple of 1/255, so that the
    /// largest difference is a whole number of units.
    func largestStep(_ expected: (Int, Int) -> SIMD4<Double>) -> (value: Int, x: Int, y: Int) {
        var worst = (value: -1, x: 0, y: 0)
        for y in 0..<height {
            for x in 0..<width {
                let wanted = (expected(x, y) * 255).rounded(.toNearestOrAwayFromZero), found = SIMD4<Double>(self[x, y])
                for channel in 0..<4 where Int(abs(wanted[channel] - found[channel])) > worst.value {
                    worst = (Int(abs(wanted[channel] - found[channel])), x, y)
                }
            }
        }
        return worst
    }
    /// Compares each channel of each pixel with the value that `expected` returns for the pixel. Returns the largest difference, in
    /// units of 1/255, and the pixel in which it occurs. `expected` returns premultiplied values, 0…1.
    func largestDifference(_ expected: (Int, Int) -> SIMD4<Double>) -> (value: Double, x: Int, y: Int) {
        var worst = (value: -1.0, x: 0, y: 0)
        for y in 0..<height {
            for x in 0..<width {
                let wanted = expected(x, y) * 255, found = SIMD4<Double>(self[x, y])
                for channel in 0..<4 where abs(wanted[channel] - found[channel]) > worst.value { worst = (abs(wanted[channel] - found[channel]), x, y) }
            }
        }
        return worst
    }
}

extension Path {
    /// Returns the outline of a rectangle.
    static func box(_ x: Double, _ y: Double, _ width: Double, _ height: Double) -> Path {
        Path([.move(to: Point(x, y)), .line(to: Point(x + width, y)), .line(to: Point(x + width, y + height)), .line(to: Point(x, y + height)), .close])
    }
    /// Returns a circle of four cubic curves, whose error is less than 0.0003 of the radius.
    static func disc(_ x: Double, _ y: Double, _ r: Double) -> Path {
        let k = 0.5522847498307936 * r
        return Path([.move(to: Point(x + r, y)),
                     .cubic(control1: Point(x + r, y + k), control2: Point(x + k, y + r), to: Point(x, y + r)),
                     .cubic(control1: Point(x - k, y + r), control2: Point(x - r, y + k), to: Point(x - r, y)),
                     .cubic(control1: Point(x - r, y - k), control2: Point(x - k, y - r), to: Point(x, y - r)),
                     .cubic(control1: Point(x + k, y - r), control2: Point(x + r, y - k), to: Point(x + r, y)), .close])
    }
}
