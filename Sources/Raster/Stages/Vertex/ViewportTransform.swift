// ViewportTransform: converts clip space to window pixels (OpenGL 3.3 §2.13), and defines the guard band around the window.
//
// Window positions are snapped to 1/256 pixel, with pixel centres at whole multiples of 256: fixed = round((w − ½)·256).
// Primitives that reach outside of the guard band are clipped to the guard band, so fixed-point positions stay within ±2²⁴.

struct ViewportTransform {
    let scaleX: Float, translateX: Float
    let scaleY: Float, translateY: Float
    let scaleZ: Float, translateZ: Float
    /// A vertex with |x| ≤ guardX·w and |y| ≤ guardY·w needs no clipping at the sides.
    let guardX: Float, guardY: Float
    let depthMinimum: Float, depthMaximum: Float
    /// The minimum of w for the division of a position by w. The clipper has a plane for this minimum, because draws with depth
    /// clamp are not clipped at the near and far planes.
    static let minimumW: Float = 1e-20
    /// The pixels whose centres lie inside of the viewport.
    let pixels: InclusivePixelBounds

    init(_ viewport: Viewport) {
        scaleX = viewport.width / 2; translateX = viewport.x + viewport.width / 2
        scaleY = viewport.height / 2; translateY = viewport.y + viewport.height / 2
        let near = min(max(viewport.depthNear, 0), 1), far = min(max(viewport.depthFar, 0), 1)
        scaleZ = (far - near) / 2; translateZ = (near + far) / 2
        depthMinimum = min(near, far); depthMaximum = max(near, far)
        guardX = max(1, 16384 / max(scaleX, 1)); guardY = max(1, 16384 / max(scaleY, 1))
        pixels = InclusivePixelBounds(minX: Int((viewport.x - 0.5).rounded(.up)), minY: Int((viewport.y - 0.5).rounded(.up)),
                             maxX: Int((viewport.x + viewport.width - 0.5).rounded(.up)) - 1,
                             maxY: Int((viewport.y + viewport.height - 0.5).rounded(.up)) - 1)
    }
}

/// A vertex in window space.
struct WindowVertex {
    /// The position in 1/256 pixel. Pixel centres are at multiples of 256.
    var x: Int
    var y: Int
    /// The depth, 0…1.
    var z: Float
    /// 1 / w_clip.
    var inverseW: Float
    /// The varyings, `VertexRowLayout.varyingCount` words.
    var varyings: UnsafePointer<Float>
}

extension ViewportTransform {
    var numbers: WindowTransform<Float> {
        WindowTransform(scaleX: scaleX, translateX: translateX, scaleY: scaleY, translateY: translateY, scaleZ: scaleZ, translateZ: translateZ)
    }

    /// Returns a vertex in window space. Returns nil if the position is not finite or lies far outside of the window, or if w is not positive.
    func transform(_ row: VertexRow, layout: VertexRowLayout) -> WindowVertex? {
        let clip = ClipPosition(row)
        guard clip.w > 0 else { return nil }
        let window = clip.window(numbers)
        guard window.isDrawable(clip) else { return nil }
        func fixed(_ coordinate: Float) -> Int { Int(WindowPosition.fixed(coordinate).rounded(.toNearestOrEven)) }
        return WindowVertex(x: fixed(window.x), y: fixed(window.y), z: window.z, inverseW: window.inverseW, varyings: UnsafePointer(row + layout.varyings))
    }
}

extension ClipPosition<Float> {
    @inline(__always)
    init(_ row: VertexRow) { self.init(x: row[0], y: row[1], z: row[2], w: row[3]) }
}
