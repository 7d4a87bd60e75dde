// PrimitiveProcessor: turns the shaded vertices of one assembled primitive into primitives that cover pixels. PrimitiveProcessor clips and
// culls the primitive, turns unfilled polygons into lines or points, and sets up the results. PrimitiveProcessor is scalar code. The
// reference renderer uses PrimitiveProcessor for all primitives. The tile renderer uses PrimitiveProcessor only for points, lines, unfilled
// polygons and polygons with a depth offset, for which there is no kernel.

import Shading

struct PrimitiveProcessor {
    private let state: RasterState
    private let dropsAll: Bool
    private let transform: ViewportTransform
    let layout: VertexRowLayout
    let setup: PrimitiveBuilder
    private let clipper: Clipper
    private let scratch: RowScratch

    /// - Parameters:
    ///   - limits: The limits that may remove primitives; nil for all limits of the draw.
    ///   - additionalVaryings: The varyings that vertices have after the program's varyings.
    init(call: DrawCall, target: Framebuffer, limits: PrimitiveLimits? = nil, additionalVaryings: [VaryingComponent] = []) {
        let program = call.pipeline.program.linked
        state = call.pipeline.state
        let limits = limits ?? PrimitiveLimits(state)
        dropsAll = state.rasterizerDiscard && limits.contains(.rasterizerDiscard)
        let varyings = program.interface.varyings + additionalVaryings
        transform = ViewportTransform(call.viewport)
        layout = VertexRowLayout(program: program, additionalVaryingCount: additionalVaryings.count)
        setup = PrimitiveBuilder(call: call, target: target, transform: transform, varyings: varyings, limits: limits)
        clipper = Clipper(layout: layout, interpolations: varyings.map(\.interpolation), transform: transform, limits: limits, state: state)
        scratch = RowScratch(layout: layout, planeCount: 7 + layout.clipDistanceCount)
    }

    /// Calls `emit` for each primitive that may cover pixels. The rows are the corners of a point (a), a line (a, b) or a triangle
    /// (a, b, c); the flat varyings come from the row `provoking`.
    func process(_ primitive: AssembledPrimitive, a: VertexRow, b: VertexRow, c: VertexRow, provoking: VertexRow,
                 _ emit: (SetupPrimitive) throws -> Void) rethrows {
        if dropsAll { return }
        scratch.reset()
        let flat = UnsafePointer(provoking + layout.varyings)
        switch primitive.count {
        case 1: try point(a, flat: flat, isFront: true, depthOffset: 0, id: primitive.id, emit)
        case 2: try line(a, b, flat: flat, isFront: true, depthOffset: 0, id: primitive.id, emit)
        default: try triangle(a, b, c, flat: flat, id: primitive.id, emit)
        }
    }

    private func point(_ a: VertexRow, flat: UnsafePointer<Float>, isFront: Bool, depthOffset: Float, id: Int,
                       _ emit: (SetupPrimitive) throws -> Void) rethrows {
        guard clipper.clipPoint(a), let v = transform.transform(a, layout: layout),
              let point = setup.point(v, size: a[VertexRowLayout.pointSize], flat: flat, isFront: isFront, depthOffset: depthOffset, id: id) else { return }
        try emit(point)
    }

    private func line(_ a: VertexRow, _ b: VertexRow, flat: UnsafePointer<Float>, isFront: Bool, depthOffset: Float, id: Int,
                      _ emit: (SetupPrimitive) throws -> Void) rethrows {
        guard let (start, end) = clipper.clipLine(a, b, scratch: scratch),
              let u = transform.transform(start, layout: layout), let v = transform.transform(end, layout: layout),
              let line = setup.line(u, v, width: state.lineWidth, flat: flat, isFront: isFront, depthOffset: depthOffset, id: id) else { return }
        try emit(line)
    }

    private func triangle(_ a: VertexRow, _ b: VertexRow, _ c: VertexRow, flat: UnsafePointer<Float>, id: Int,
                          _ emit: (SetupPrimitive) throws -> Void) rethrows {
        let polygon = clipper.clipTriangle(a, b, c, scratch: scratch)
        if polygon.count < 3 { return }
        let window = polygon.compactMap { transform.transform($0, layout: layout) }
        guard window.count == polygon.count else { return }
        let offset = polygonDepthOffset(window)
        if state.polygonMode == .fill {
            for i in 1..<(window.count - 1) {
                guard let isFront = setup.isFront(area: PrimitiveBuilder.area(window[0], window[i], window[i + 1])), !setup.isCulled(front: isFront),
                      let triangle = setup.triangle(window[0], window[i], window[i + 1], flat: flat, isFront: isFront, depthOffset: offset, id: id)
                else { continue }
                try emit(triangle)
            }
            return
        }
        // The polygon is convex, so all its triangles have the same winding. The sum of the triangles' areas therefore has the same sign as
        // each area.
        var area = 0
        for i in 1..<(window.count - 1) { area += PrimitiveBuilder.area(window[0], window[i], window[i + 1]) }
        guard let isFront = setup.isFront(area: area), !setup.isCulled(front: isFront) else { return }
        switch state.polygonMode {
        case .fill: break
        case .line:
            for (from, to) in [(a, b), (b, c), (c, a)] {
                scratch.reset()
                try line(from, to, flat: flat, isFront: isFront, depthOffset: offset, id: id, emit)
            }
        case .point:
            for vertex in [a, b, c] { try point(vertex, flat: flat, isFront: isFront, depthOffset: offset, id: id, emit) }
        }
    }

    /// Returns the depth offset of a polygon: the offset of the polygon's first triangle with an area. All triangles of a polygon lie in
    /// one plane, so they have the same offset.
    private func polygonDepthOffset(_ window: [WindowVertex]) -> Float {
        for i in 1..<(window.count - 1) where PrimitiveBuilder.area(window[0], window[i], window[i + 1]) != 0 {
            return setup.depthOffset(window[0], window[i], window[i + 1])
        }
        return 0
    }
}
