// PrimitiveBuilder: makes a SetupPrimitive from the window vertices of a triangle, a line or a point.

import Shading

/// The parts of a draw's state on which set-up depends.
struct PrimitiveBuilder {
    var varyings: [VaryingComponent]
    var cull: CullMode
    var frontFace: Winding
    var polygonOffset: PolygonOffset
    /// The distance between neighbouring codes of a fixed-point depth attachment; nil if the attachment stores floats or if there is no
    /// depth attachment.
    var depthStep: Float?
    /// The pixels of the target, limited by the scissor and the viewport.
    var polygonBounds: InclusivePixelBounds
    /// The pixels of the target, limited by the scissor, and by the viewport if points and lines are clipped after they are widened.
    var pointLineBounds: InclusivePixelBounds
    /// See `RasterState.coverageCount`.
    let coverageCount: Int
    /// See `TriangleRules.reach`.
    private let reach: Int32
    private let list = AttributeList()
    var isMultisampled: Bool { coverageCount > 1 }
}

/// The memory of the planes of one primitive after another. A list that is still in use is not changed: the next planes then get new
/// memory.
private final class AttributeList {
    private var planes: [AttributePlane] = []

    @inline(__always)
    func filled(_ fill: (inout [AttributePlane]) -> Void) -> [AttributePlane] {
        planes.removeAll(keepingCapacity: true)
        fill(&planes)
        return planes
    }
}

extension PrimitiveBuilder {
    /// Returns twice the signed area of a triangle in fixed-point units. The result is positive for a counter-clockwise triangle (y up).
    static func area(_ a: WindowVertex, _ b: WindowVertex, _ c: WindowVertex) -> Int {
        (b.x - a.x) * (c.y - a.y) - (c.x - a.x) * (b.y - a.y)
    }

    /// Returns whether a triangle with this area is front facing; nil if the triangle has no area.
    func isFront(area: Int) -> Bool? {
        area == 0 ? nil : (area > 0) == (frontFace == .counterClockwise)
    }
    func isCulled(front: Bool) -> Bool {
        switch cull {
        case .none: false
        case .front: front
        case .back: !front
        case .frontAndBack: true
        }
    }

    /// Returns the depth that is added to every fragment of the polygon (OpenGL 3.3 §3.6.5).
    func depthOffset(_ a: WindowVertex, _ b: WindowVertex, _ c: WindowVertex) -> Float {
        guard polygonOffset != .none else { return 0 }
        let (dx, dy) = TriangleGradient(a, b, c).slopes(a.z, b.z, c.z)
        let slope = max(abs(dx), abs(dy))
        return slope * polygonOffset.factor + depthUnit(largest: max(abs(a.z), abs(b.z), abs(c.z))) * polygonOffset.units
    }
    /// Returns r of §3.6.5: the least difference at which two depths certainly have different codes in the depth attachment. Depths are
    /// computed in floats, which may bring two depths closer together by the distance of neighbouring floats. So r is the distance of
    /// neighbouring codes plus the distance of neighbouring floats.
    /// - Parameter largest: The largest depth of the polygon.
    private func depthUnit(largest: Float) -> Float {
        if let depthStep { return depthStep + 0x1p-24 }
        return largest > 0 ? Float(sign: .plus, exponent: largest.exponent - 22, significand: 1) : 0
    }

    /// Returns the SetupPrimitive of a triangle with either winding; nil if the triangle covers nothing. `flat` has the flat varyings.
    func triangle(_ a: WindowVertex, _ b: WindowVertex, _ c: WindowVertex, flat: UnsafePointer<Float>, isFront: Bool, depthOffset: Float,
                  id: Int) -> SetupPrimitive? {
        let area = PrimitiveBuilder.area(a, b, c)
        if area == 0 { return nil }
        let (p, q, r) = area > 0 ? (a, b, c) : (a, c, b)
        let bounds = polygonBounds.intersection(pixels(from: (min(p.x, q.x, r.x), min(p.y, q.y, r.y)), to: (max(p.x, q.x, r.x), max(p.y, q.y, r.y))))
        if bounds.isEmpty { return nil }
        let gradient = TriangleGradient(a, b, c)
        func plane(_ va: Float, _ vb: Float, _ vc: Float) -> AttributePlane {
            let (dx, dy) = gradient.slopes(va, vb, vc)
            return AttributePlane(value: va, dx: dx, dy: dy)
        }
        let attributes = attributes(
            flat: flat, smooth: { plane(a.varyings[$0] * a.inverseW, b.varyings[$0] * b.inverseW, c.varyings[$0] * c.inverseW) },
            noPerspective: { plane(a.varyings[$0], b.varyings[$0], c.varyings[$0]) })
        var depth = plane(a.z, b.z, c.z)
        depth.value += depthOffset
        return SetupPrimitive(
            edges: (EdgeFunction(polygonEdgeFromX: p.x, p.y, toX: q.x, q.y), EdgeFunction(polygonEdgeFromX: q.x, q.y, toX: r.x, r.y),
                    EdgeFunction(polygonEdgeFromX: r.x, r.y, toX: p.x, p.y), nil),
            bounds: bounds, originX: Float(a.x) / 256, originY: Float(a.y) / 256, depth: depth,
            inverseW: plane(a.inverseW, b.inverseW, c.inverseW), attributes: attributes, isFrontFacing: isFront, primitiveID: id)
    }

    /// Returns the SetupPrimitive of a line of `width` pixels; nil if the line covers nothing. With multisampling, the line is a
    /// rectangle around the segment (OpenGL 3.3 §3.5.4). Without multisampling, an x-major line has `width` pixels in each column,
    /// and a y-major line has `width` pixels in each row (§3.5.2); the line's ends follow the diamond-exit rule (§3.5.1).
    func line(_ a: WindowVertex, _ b: WindowVertex, width: Float, flat: UnsafePointer<Float>, isFront: Bool, depthOffset: Float, id: Int) -> SetupPrimitive? {
        let dx = b.x - a.x, dy = b.y - a.y
        if dx == 0 && dy == 0 { return nil }
        let pixels = isMultisampled ? width : max(1, width.rounded())
        // The vector, in fixed point, from the middle of the line to its left side.
        var ox = 0, oy = 0
        if isMultisampled {
            let length = (Float(dx) * Float(dx) + Float(dy) * Float(dy)).squareRoot()
            ox = Int((-Float(dy) / length * pixels * 128).rounded(.toNearestOrEven))
            oy = Int((Float(dx) / length * pixels * 128).rounded(.toNearestOrEven))
        } else {
            let half = Int(pixels * 128)
            if abs(dx) >= abs(dy) { oy = dx > 0 ? half : -half } else { ox = dy > 0 ? -half : half }
        }
        // The corners are in counter-clockwise order: forward along the line's right side, and back along its left side.
        let corners = (SIMD2(a.x - ox, a.y - oy), SIMD2(b.x - ox, b.y - oy), SIMD2(b.x + ox, b.y + oy), SIMD2(a.x + ox, a.y + oy))
        let side = EdgeFunction(polygonEdgeFromX: corners.0.x, corners.0.y, toX: corners.1.x, corners.1.y)
        // The pixel in whose diamond the line begins is drawn; the pixel in whose diamond the line ends is not drawn. An end outside of
        // all diamonds may lie on a column of pixel centres. An end on a column counts as slightly to the left of the column, independent
        // of the line's direction. For y-major lines, an end on a row counts as slightly below the row.
        var ends = corners
        var ownsStart = true, ownsEnd = false
        if !isMultisampled {
            let isForward = abs(dx) >= abs(dy) ? dx > 0 : dy > 0
            let begin = PrimitiveBuilder.diamond(around: a.x, a.y), finish = PrimitiveBuilder.diamond(around: b.x, b.y)
            if abs(dx) >= abs(dy) {
                if let begin { ends.0.x = begin.x; ends.3.x = begin.x }
                if let finish { ends.1.x = finish.x; ends.2.x = finish.x }
            } else {
                if let begin { ends.0.y = begin.y; ends.3.y = begin.y }
                if let finish { ends.1.y = finish.y; ends.2.y = finish.y }
            }
            ownsStart = begin != nil || isForward
            ownsEnd = finish == nil && !isForward
        }
        let end = EdgeFunction(fromX: ends.1.x, ends.1.y, toX: ends.2.x, ends.2.y, owned: ownsEnd)
        let back = EdgeFunction(polygonEdgeFromX: corners.2.x, corners.2.y, toX: corners.3.x, corners.3.y)
        let start = EdgeFunction(fromX: ends.3.x, ends.3.y, toX: ends.0.x, ends.0.y, owned: ownsStart)
        // An end that moves to the centre of its pixel makes the line longer, by up to half a pixel along each axis. So the bounds reach
        // half a pixel further.
        let low = (min(corners.0.x, corners.1.x, corners.2.x, corners.3.x) - 128, min(corners.0.y, corners.1.y, corners.2.y, corners.3.y) - 128)
        let high = (max(corners.0.x, corners.1.x, corners.2.x, corners.3.x) + 128, max(corners.0.y, corners.1.y, corners.2.y, corners.3.y) + 128)
        let bounds = pointLineBounds.intersection(self.pixels(from: low, to: high))
        if bounds.isEmpty { return nil }

        let fx = Float(dx) / 256, fy = Float(dy) / 256
        let lengthSquared = fx * fx + fy * fy
        func plane(_ va: Float, _ vb: Float) -> AttributePlane {
            let perLength = (vb - va) / lengthSquared
            return AttributePlane(value: va, dx: perLength * fx, dy: perLength * fy)
        }
        let attributes = attributes(
            flat: flat, smooth: { plane(a.varyings[$0] * a.inverseW, b.varyings[$0] * b.inverseW) },
            noPerspective: { plane(a.varyings[$0], b.varyings[$0]) })
        var depth = plane(a.z, b.z)
        depth.value += depthOffset
        return SetupPrimitive(edges: (side, end, back, start), bounds: bounds, originX: Float(a.x) / 256, originY: Float(a.y) / 256,
                              depth: depth, inverseW: plane(a.inverseW, b.inverseW), attributes: attributes, isFrontFacing: isFront, primitiveID: id)
    }

    /// Returns the SetupPrimitive of a point: a square of `size` pixels around the vertex (OpenGL 3.3 §3.4). Returns nil if the point covers nothing.
    func point(_ a: WindowVertex, size: Float, flat: UnsafePointer<Float>, isFront: Bool, depthOffset: Float, id: Int) -> SetupPrimitive? {
        // NaN and sizes below 1 give one pixel. Sizes are limited to the maximum.
        let pixels = size.isNaN ? 1 : min(max(size, 1), Device.maximumPointSize)
        let half = Int((pixels * 128).rounded(.toNearestOrEven))
        let x0 = a.x - half, x1 = a.x + half, y0 = a.y - half, y1 = a.y + half
        let bounds = pointLineBounds.intersection(self.pixels(from: (x0, y0), to: (x1, y1)))
        if bounds.isEmpty { return nil }
        let attributes = attributes(flat: flat, smooth: { .constant(a.varyings[$0] * a.inverseW) }, noPerspective: { .constant(a.varyings[$0]) })
        return SetupPrimitive(
            edges: (EdgeFunction(polygonEdgeFromX: x0, y0, toX: x1, y0), EdgeFunction(polygonEdgeFromX: x1, y0, toX: x1, y1),
                    EdgeFunction(polygonEdgeFromX: x1, y1, toX: x0, y1), EdgeFunction(polygonEdgeFromX: x0, y1, toX: x0, y0)),
            bounds: bounds, originX: Float(a.x) / 256, originY: Float(a.y) / 256, depth: .constant(a.z + depthOffset),
            inverseW: .constant(a.inverseW), attributes: attributes, isFrontFacing: isFront, primitiveID: id,
            pointX: Float(a.x) / 256, pointY: Float(a.y) / 256, pointSize: pixels)
    }

    /// Returns the planes of all varyings.
    /// - Parameters:
    ///   - flat: The values of flat varyings.
    ///   - smooth: Returns the plane of a varying that is divided by w.
    ///   - noPerspective: Returns the plane of a varying that is not divided by w.
    @inline(__always)
    private func attributes(flat: UnsafePointer<Float>, smooth: (Int) -> AttributePlane, noPerspective: (Int) -> AttributePlane) -> [AttributePlane] {
        list.filled { planes in
            for (k, varying) in varyings.enumerated() {
                switch varying.interpolation {
                case .flat: planes.append(.constant(flat[k]))
                case .smooth: planes.append(smooth(k))
                case .noPerspective: planes.append(noPerspective(k))
                }
            }
        }
    }

    /// Returns the centre of the pixel whose diamond |x| + |y| < ½ contains the position; nil if no diamond contains the position. A
    /// position on the border of a diamond counts as moved by (−ε, −ε²).
    private static func diamond(around x: Int, _ y: Int) -> (x: Int, y: Int)? {
        let centerX = ((x + 127) >> 8) * 256, centerY = ((y + 127) >> 8) * 256
        let distance = abs(x - centerX) + abs(y - centerY)
        return distance < 128 || (distance == 128 && x > centerX) ? (centerX, centerY) : nil
    }

    /// Returns the bounds of all pixels that may have a sample inside of a box, whose corners are `low` and `high`.
    private func pixels(from low: (x: Int, y: Int), to high: (x: Int, y: Int)) -> InclusivePixelBounds {
        InclusivePixelBounds(minX: TriangleRules.firstPixel(low.x, reach: reach), minY: TriangleRules.firstPixel(low.y, reach: reach),
                             maxX: TriangleRules.lastPixel(high.x, reach: reach), maxY: TriangleRules.lastPixel(high.y, reach: reach))
    }
}

extension PrimitiveBuilder {
    init(call: DrawCall, target: Framebuffer, transform: ViewportTransform, varyings: [VaryingComponent], limits: PrimitiveLimits) {
        let state = call.pipeline.state
        let bounds = PrimitiveBuilder.bounds(call: call, target: target, limits: limits)
        let depth = target.depth?.texture.format
        let depthStep = depth?.hasFixedPointDepth == true ? depth?.layout.depth.map { 1 / Float($0.maximum) } : nil
        let visible = limits.contains(.sides) ? bounds.intersection(transform.pixels) : bounds
        self.varyings = varyings; cull = limits.contains(.culling) ? state.cull : .none; frontFace = state.frontFace
        polygonOffset = state.polygonOffset; self.depthStep = depthStep; polygonBounds = visible
        pointLineBounds = state.clipsAfterWidening ? visible : bounds; coverageCount = state.coverageCount(target.samples)
        reach = TriangleRules.reach(coverageCount: coverageCount)
    }
    /// Returns the pixels of the target within the scissor. The target and the scissor limit the result only if `limits` contains them.
    private static func bounds(call: DrawCall, target: Framebuffer, limits: PrimitiveLimits = .all) -> InclusivePixelBounds {
        let whole = limits.contains(.target) ? InclusivePixelBounds.whole(target) : .guardBand
        return limits.contains(.scissor) ? call.scissor.map { whole.intersection(InclusivePixelBounds($0)) } ?? whole : whole
    }
    static func polygonBounds(call: DrawCall, target: Framebuffer, transform: ViewportTransform) -> InclusivePixelBounds {
        bounds(call: call, target: target).intersection(transform.pixels)
    }
}
