// SetupPrimitive: a point, line or triangle in window space. Its edges tell which samples it covers, its planes give the attributes there.
//
// Coverage: a convex polygon of 3 or 4 half planes in 1/256 pixel, evaluated exactly in 64-bit integers. A sample on an edge belongs to the
// primitive if the primitive owns the edge. Polygons own their left and bottom edges (y up), so that adjoining polygons share no sample and leave
// none out. In memory, where row 0 is the bottom, this is the top-left rule, which OpenGL's implementations use, too. Lines treat samples on
// edges in the same way (§3.5.1 moves lines by (−ε, −ε²)).
// Attributes: planes v(x, y) = fma(dvdx, x − x0, fma(dvdy, y − y0, v0)) in Float, with (x0, y0) the first
// vertex in pixels from pixel centres. Perspective-correct values are interpolated over w and divided per sample.

import Shading

/// One half plane: a point is inside if a·x + b·y + c ≥ 0, in fixed-point coordinates.
struct EdgeFunction {
    var a: Int
    var b: Int
    var c: Int

    /// Creates the half plane to the left of the line from (x0, y0) to (x1, y1).
    init(fromX x0: Int, _ y0: Int, toX x1: Int, _ y1: Int, owned: Bool) {
        a = y0 - y1
        b = x1 - x0
        c = -(a * x0 + b * y0) - (owned ? 0 : 1)
    }
    /// Creates the edge of a polygon that is wound counter-clockwise: left edges run down, bottom edges run right.
    init(polygonEdgeFromX x0: Int, _ y0: Int, toX x1: Int, _ y1: Int) {
        self.init(fromX: x0, y0, toX: x1, y1, owned: TriangleRules.isOwned(a: y0 - y1, b: x1 - x0))
    }
    func value(_ x: Int, _ y: Int) -> Int { a * x + b * y + c }
}

struct AttributePlane {
    var value: Float
    var dx: Float
    var dy: Float
    static func constant(_ value: Float) -> AttributePlane { AttributePlane(value: value, dx: 0, dy: 0) }
}

package struct SetupPrimitive {
    /// Three edges, and a fourth one for lines and points.
    var edges: (EdgeFunction, EdgeFunction, EdgeFunction, EdgeFunction?)
    /// The pixels that may be covered.
    var bounds: PixelBounds
    /// The origin of the planes, in pixels from the centre of pixel (0, 0).
    var originX: Float
    var originY: Float
    var depth: AttributePlane
    /// 1/w.
    var inverseW: AttributePlane
    /// One plane for each varying component: the value divided by w (smooth), the value itself (noPerspective), or its bits without a slope (flat).
    var attributes: [AttributePlane]
    var isFrontFacing: Bool
    var primitiveID: Int
    /// The centre and size of a point in pixels; the size is 0 for lines and triangles.
    var pointX: Float = 0
    var pointY: Float = 0
    var pointSize: Float = 0
}

/// The state of a draw that affects set-up.
struct SetupState {
    var varyings: [VaryingComponent]
    var cull: CullMode
    var frontFace: Winding
    var polygonOffset: PolygonOffset
    /// The smallest depth step of a fixed-point depth buffer; nil for a buffer of floats, or none.
    var depthStep: Float?
    /// The pixels of the target inside of the scissor and, for polygons, inside of the viewport.
    var polygonBounds: PixelBounds
    var pointLineBounds: PixelBounds
    var isMultisampled: Bool
}

extension SetupState {
    /// Returns twice the signed area in fixed-point units. It is positive if the triangle is wound counter-clockwise (y up).
    static func area(_ a: WindowVertex, _ b: WindowVertex, _ c: WindowVertex) -> Int {
        (b.x - a.x) * (c.y - a.y) - (c.x - a.x) * (b.y - a.y)
    }

    /// Returns whether a triangle is front-facing; nil for a triangle without area.
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
        let step: Float
        if let depthStep { step = depthStep } else {
            let largest = max(abs(a.z), abs(b.z), abs(c.z))
            step = largest > 0 ? Float(sign: .plus, exponent: largest.exponent - 23, significand: 1) : 0
        }
        return slope * polygonOffset.factor + step * polygonOffset.units
    }

    /// Returns a triangle of either winding; nil if it can cover nothing. `flat` gives the flat varyings.
    func triangle(_ a: WindowVertex, _ b: WindowVertex, _ c: WindowVertex, flat: UnsafePointer<Float>, isFront: Bool, depthOffset: Float, id: Int) -> SetupPrimitive? {
        let area = SetupState.area(a, b, c)
        if area == 0 { return nil }
        let (p, q, r) = area > 0 ? (a, b, c) : (a, c, b)
        let bounds = polygonBounds.intersection(SetupState.bounds([p, q, r], isMultisampled: isMultisampled))
        if bounds.isEmpty { return nil }
        let gradient = TriangleGradient(a, b, c)
        func plane(_ va: Float, _ vb: Float, _ vc: Float) -> AttributePlane {
            let (dx, dy) = gradient.slopes(va, vb, vc)
            return AttributePlane(value: va, dx: dx, dy: dy)
        }
        var attributes: [AttributePlane] = []
        attributes.reserveCapacity(varyings.count)
        for (k, varying) in varyings.enumerated() {
            switch varying.interpolation {
            case .flat: attributes.append(.constant(flat[k]))
            case .smooth: attributes.append(plane(a.varyings[k] * a.inverseW, b.varyings[k] * b.inverseW, c.varyings[k] * c.inverseW))
            case .noPerspective: attributes.append(plane(a.varyings[k], b.varyings[k], c.varyings[k]))
            }
        }
        var depth = plane(a.z, b.z, c.z)
        depth.value += depthOffset
        return SetupPrimitive(
            edges: (EdgeFunction(polygonEdgeFromX: p.x, p.y, toX: q.x, q.y), EdgeFunction(polygonEdgeFromX: q.x, q.y, toX: r.x, r.y),
                    EdgeFunction(polygonEdgeFromX: r.x, r.y, toX: p.x, p.y), nil),
            bounds: bounds, originX: Float(a.x) / 256, originY: Float(a.y) / 256, depth: depth,
            inverseW: plane(a.inverseW, b.inverseW, c.inverseW), attributes: attributes, isFrontFacing: isFront, primitiveID: id)
    }

    /// Returns a line of `width` pixels; nil if it can cover nothing. With multisampling, it is a rectangle around the segment (OpenGL 3.3
    /// §3.5.4). Without multisampling, it has a column of `width` pixels at each pixel of a horizontal major axis, or a row at each pixel of a
    /// vertical one (§3.5.2), and the diamond-exit rule decides about its ends (§3.5.1).
    func line(_ a: WindowVertex, _ b: WindowVertex, width: Float, flat: UnsafePointer<Float>, isFront: Bool, depthOffset: Float, id: Int) -> SetupPrimitive? {
        let dx = b.x - a.x, dy = b.y - a.y
        if dx == 0 && dy == 0 { return nil }
        let pixels = isMultisampled ? width : max(1, width.rounded())
        // The vector from the line to its left side: half the width, in fixed point.
        var ox = 0, oy = 0
        if isMultisampled {
            let length = (Float(dx) * Float(dx) + Float(dy) * Float(dy)).squareRoot()
            ox = Int((-Float(dy) / length * pixels * 128).rounded(.toNearestOrEven))
            oy = Int((Float(dx) / length * pixels * 128).rounded(.toNearestOrEven))
        } else {
            let half = Int(pixels * 128)
            if abs(dx) >= abs(dy) { oy = dx > 0 ? half : -half } else { ox = dy > 0 ? -half : half }
        }
        // Counter-clockwise: forward on the right side of the line, back on its left side.
        let corners = [(a.x - ox, a.y - oy), (b.x - ox, b.y - oy), (b.x + ox, b.y + oy), (a.x + ox, a.y + oy)]
        let side = EdgeFunction(polygonEdgeFromX: corners[0].0, corners[0].1, toX: corners[1].0, corners[1].1)
        // If the line begins in a pixel's diamond, it covers that pixel; if it ends in a pixel's diamond, it does not cover that pixel. An end
        // outside of all diamonds that lies on a column of pixel centres counts as a little to the left of the column, or below a row,
        // in both directions of the line.
        var ends = corners
        var ownsStart = true, ownsEnd = false
        if !isMultisampled {
            let isForward = abs(dx) >= abs(dy) ? dx > 0 : dy > 0
            let begin = SetupState.diamond(around: a.x, a.y), finish = SetupState.diamond(around: b.x, b.y)
            if abs(dx) >= abs(dy) {
                if let begin { ends[0].0 = begin.x; ends[3].0 = begin.x }
                if let finish { ends[1].0 = finish.x; ends[2].0 = finish.x }
            } else {
                if let begin { ends[0].1 = begin.y; ends[3].1 = begin.y }
                if let finish { ends[1].1 = finish.y; ends[2].1 = finish.y }
            }
            ownsStart = begin != nil || isForward
            ownsEnd = finish == nil && !isForward
        }
        let end = EdgeFunction(fromX: ends[1].0, ends[1].1, toX: ends[2].0, ends[2].1, owned: ownsEnd)
        let back = EdgeFunction(polygonEdgeFromX: corners[2].0, corners[2].1, toX: corners[3].0, corners[3].1)
        let start = EdgeFunction(fromX: ends[3].0, ends[3].1, toX: ends[0].0, ends[0].1, owned: ownsStart)
        // The diamond-exit rule may lengthen the line by half a pixel, in which the line rises or falls further.
        let reach = corners.flatMap { [($0.0 - 128, $0.1 - 128), ($0.0 + 128, $0.1 + 128)] }
        let bounds = pointLineBounds.intersection(SetupState.bounds(reach, isMultisampled: isMultisampled))
        if bounds.isEmpty { return nil }

        let fx = Float(dx) / 256, fy = Float(dy) / 256
        let lengthSquared = fx * fx + fy * fy
        func plane(_ va: Float, _ vb: Float) -> AttributePlane {
            let perLength = (vb - va) / lengthSquared
            return AttributePlane(value: va, dx: perLength * fx, dy: perLength * fy)
        }
        var attributes: [AttributePlane] = []
        for (k, varying) in varyings.enumerated() {
            switch varying.interpolation {
            case .flat: attributes.append(.constant(flat[k]))
            case .smooth: attributes.append(plane(a.varyings[k] * a.inverseW, b.varyings[k] * b.inverseW))
            case .noPerspective: attributes.append(plane(a.varyings[k], b.varyings[k]))
            }
        }
        var depth = plane(a.z, b.z)
        depth.value += depthOffset
        return SetupPrimitive(edges: (side, end, back, start), bounds: bounds, originX: Float(a.x) / 256, originY: Float(a.y) / 256,
                              depth: depth, inverseW: plane(a.inverseW, b.inverseW), attributes: attributes, isFrontFacing: isFront, primitiveID: id)
    }

    /// Returns a square of `size` pixels around the vertex (OpenGL 3.3 §3.4); nil if it can cover nothing.
    func point(_ a: WindowVertex, size: Float, flat: UnsafePointer<Float>, isFront: Bool, depthOffset: Float, id: Int) -> SetupPrimitive? {
        // A size below 1 or a NaN draws one pixel. Larger sizes than the maximum draw the maximum.
        let pixels = size.isNaN ? 1 : min(max(size, 1), Device.maximumPointSize)
        let half = Int((pixels * 128).rounded(.toNearestOrEven))
        let x0 = a.x - half, x1 = a.x + half, y0 = a.y - half, y1 = a.y + half
        let bounds = pointLineBounds.intersection(SetupState.bounds([(x0, y0), (x1, y1)], isMultisampled: isMultisampled))
        if bounds.isEmpty { return nil }
        var attributes: [AttributePlane] = []
        for (k, varying) in varyings.enumerated() {
            switch varying.interpolation {
            case .flat: attributes.append(.constant(flat[k]))
            case .smooth: attributes.append(.constant(a.varyings[k] * a.inverseW))
            case .noPerspective: attributes.append(.constant(a.varyings[k]))
            }
        }
        return SetupPrimitive(
            edges: (EdgeFunction(polygonEdgeFromX: x0, y0, toX: x1, y0), EdgeFunction(polygonEdgeFromX: x1, y0, toX: x1, y1),
                    EdgeFunction(polygonEdgeFromX: x1, y1, toX: x0, y1), EdgeFunction(polygonEdgeFromX: x0, y1, toX: x0, y0)),
            bounds: bounds, originX: Float(a.x) / 256, originY: Float(a.y) / 256, depth: .constant(a.z + depthOffset),
            inverseW: .constant(a.inverseW), attributes: attributes, isFrontFacing: isFront, primitiveID: id,
            pointX: Float(a.x) / 256, pointY: Float(a.y) / 256, pointSize: pixels)
    }

    /// Returns the centre of the pixel whose diamond |x| + |y| < ½ contains the position; nil if none does. A position on a diamond's border
    /// counts as moved by (−ε, −ε²).
    private static func diamond(around x: Int, _ y: Int) -> (x: Int, y: Int)? {
        let centerX = ((x + 127) >> 8) * 256, centerY = ((y + 127) >> 8) * 256
        let distance = abs(x - centerX) + abs(y - centerY)
        return distance < 128 || (distance == 128 && x > centerX) ? (centerX, centerY) : nil
    }

    private static func bounds(_ vertices: [WindowVertex], isMultisampled: Bool) -> PixelBounds {
        bounds(vertices.map { ($0.x, $0.y) }, isMultisampled: isMultisampled)
    }
    /// Returns the pixels with a sample inside of the corners' bounding box.
    private static func bounds(_ corners: [(Int, Int)], isMultisampled: Bool) -> PixelBounds {
        let reach = TriangleRules.reach(isMultisampled: isMultisampled)
        let xs = corners.map(\.0), ys = corners.map(\.1)
        return PixelBounds(minX: TriangleRules.firstPixel(xs.min()!, reach: reach), minY: TriangleRules.firstPixel(ys.min()!, reach: reach),
                           maxX: TriangleRules.lastPixel(xs.max()!, reach: reach), maxY: TriangleRules.lastPixel(ys.max()!, reach: reach))
    }
}
