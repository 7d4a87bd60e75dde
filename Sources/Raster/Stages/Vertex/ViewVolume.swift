// ViewVolume: the rules for the position of a vertex. The rules define the planes at which primitives are cut, the sides of the view volume
// (OpenGL 3.3 §2.17), and the window position (§2.13). Each rule is written once, for numbers in Swift and for the lanes of kernels.

/// A position in clip space.
struct ClipPosition<Number: RuleFloat> {
    let x: Number, y: Number, z: Number, w: Number
}

/// A plane at which primitives are cut. Triangles are cut at the guard band instead of the sides of the view volume.
enum ClipPlane {
    case near, far, positiveW, left, right, bottom, top

    /// The planes of a draw, without the planes of gl_ClipDistance.
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

    /// The position in the window.
    @inline(__always)
    func window(_ transform: WindowTransform<Number>) -> WindowPosition<Number> {
        let inverseW = w.constant(1) / w
        return WindowPosition(x: x * inverseW * transform.scaleX + transform.translateX, y: y * inverseW * transform.scaleY + transform.translateY,
                              z: z * inverseW * transform.scaleZ + transform.translateZ, inverseW: inverseW)
    }
}

/// The numbers of a `ViewportTransform` that the rules use.
struct WindowTransform<Number: RuleFloat> {
    let scaleX: Number, translateX: Number, scaleY: Number, translateY: Number, scaleZ: Number, translateZ: Number
}

/// A position in the window: pixels from its lower left corner, a depth of 0…1, and 1/w.
struct WindowPosition<Number: RuleFloat> {
    let x: Number, y: Number, z: Number, inverseW: Number

    /// Whether the position can be drawn. A window position is not finite if the clip position was not finite.
    @inline(__always)
    func isDrawable(_ clip: ClipPosition<Number>) -> Number.Truth {
        let limit = x.constant(65536), infinity = x.constant(.infinity)
        var result = Number.both(Number.isGreater(limit, x.absolute), Number.isGreater(limit, y.absolute))
        for number in [z, inverseW, clip.z, clip.w] { result = Number.both(result, Number.isGreater(infinity, number.absolute)) }
        return result
    }

    /// A coordinate in 1/256 pixel from the centre of the first pixel, before rounding.
    @inline(__always)
    static func fixed(_ coordinate: Number) -> Number { (coordinate - coordinate.constant(0.5)) * coordinate.constant(256) }
}
