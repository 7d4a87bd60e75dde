// ViewVolume: the rules for the position of a vertex. The rules define three things: the planes at which primitives are cut (see
// `ClipPlane`); the sides of the view volume, which decide whether a primitive may be visible (OpenGL 3.3 §2.17); and the window position
// (§2.13). Each rule is written once, for numbers in Swift and for the lanes of kernels.
// ViewportTransform, at the end of the file, has the scales and offsets of a viewport, and evaluates the rules for one vertex.

/// A position in clip space.
struct ClipPosition<Number: RuleFloat> {
    let x: Number, y: Number, z: Number, w: Number
}

/// A plane at which primitives are cut. Triangles are cut at the guard band instead of the sides of the view volume.
enum ClipPlane {
    case near, far, positiveW, left, right, bottom, top

    /// Returns the planes of a draw, without the planes of gl_ClipDistance.
    static func planes(_ limits: PrimitiveLimits) -> [ClipPlane] {
        (limits.contains(.near) ? [.near] : []) + (limits.contains(.far) ? [.far] : []) + [.positiveW, .left, .right, .bottom, .top]
    }
}

/// A side of the view volume. If all vertices of a primitive are outside of the same side, the primitive is not visible.
enum ViewSide: UInt32, CaseIterable {
    case left, right, bottom, top
}

extension ClipPosition {
    /// Returns the signed distance from a plane. The distance is 0 or more inside.
    /// - Parameters:
    ///   - guardX: The width of the guard band divided by the width of the view volume; 1 for the view volume itself. `guardY` is the
    ///     same for the height.
    @inline(__always)
    func distance(_ plane: ClipPlane, guardX: Number, guardY: Number) -> Number {
        switch plane {
        case .near: w + z
        case .far: w - z
        case .positiveW: w - w.constant(ViewportTransform.minimumW)
        case .left: guardX * w + x
        case .right: guardX * w - x
        case .bottom: guardY * w + y
        case .top: guardY * w - y
        }
    }

    @inline(__always)
    func isOutside(_ side: ViewSide) -> Number.Truth {
        switch side {
        case .left: Number.isGreater(-w, x)
        case .right: Number.isGreater(x, w)
        case .bottom: Number.isGreater(-w, y)
        case .top: Number.isGreater(y, w)
        }
    }

    /// Returns the position in the window.
    @inline(__always)
    func window(_ transform: WindowTransform<Number>) -> WindowPosition<Number> {
        let inverseW = w.constant(1) / w
        return WindowPosition(x: x * inverseW * transform.scaleX + transform.translateX, y: y * inverseW * transform.scaleY + transform.translateY,
                              z: z * inverseW * transform.scaleZ + transform.translateZ, inverseW: inverseW)
    }
}

/// The scales and offsets of a `ViewportTransform`, from which the rules compute window positions.
struct WindowTransform<Number: RuleFloat> {
    let scaleX: Number, translateX: Number, scaleY: Number, translateY: Number, scaleZ: Number, translateZ: Number
}

/// A position in the window: pixels from its lower left corner, a depth of 0…1, and 1/w.
struct WindowPosition<Number: RuleFloat> {
    let x: Number, y: Number, z: Number, inverseW: Number

    /// Returns whether the position can be drawn: x and y are below 65536 in magnitude, and the other values are finite. A window position
    /// is not finite if the clip position was not finite.
    @inline(__always)
    func isDrawable(_ clip: ClipPosition<Number>) -> Number.Truth {
        let limit = x.constant(65536), infinity = x.constant(.infinity)
        var result = Number.both(Number.isGreater(limit, x.absolute), Number.isGreater(limit, y.absolute))
        for number in [z, inverseW, clip.z, clip.w] { result = Number.both(result, Number.isGreater(infinity, number.absolute)) }
        return result
    }

    /// Converts a window coordinate to 1/256 pixel from the centre of the first pixel, without rounding.
    @inline(__always)
    static func fixed(_ coordinate: Number) -> Number { (coordinate - coordinate.constant(0.5)) * coordinate.constant(256) }
}

// MARK: Viewport

/// Converts clip space to window pixels (OpenGL 3.3 §2.13), and defines the guard band around the window.
///
/// Window positions are snapped to 1/256 pixel, with pixel centres at whole multiples of 256: fixed = round((w − ½)·256).
/// Primitives that reach outside of the guard band are clipped to the guard band, so fixed-point positions stay within ±2²⁴.
struct ViewportTransform {
    let scaleX: Float, translateX: Float
    let scaleY: Float, translateY: Float
    let scaleZ: Float, translateZ: Float
    /// A vertex with |x| ≤ guardX·w and |y| ≤ guardY·w needs no clipping at the sides.
    let guardX: Float, guardY: Float
    let depthMinimum: Float, depthMaximum: Float
    /// The smallest w by which a position may be divided. The clipper has a plane for this minimum, because draws with depth clamp are
    /// not clipped at the near and far planes.
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
