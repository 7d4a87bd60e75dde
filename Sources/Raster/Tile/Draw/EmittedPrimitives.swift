// EmittedPrimitives: runs a geometry shader for the primitives of a range, and lists the primitives that the shader emits. The memory of
// the list belongs to the EmittedPrimitives object and only grows.

import Shading

final class EmittedPrimitives {
    /// The shaded vertices that the geometry shader reads; see GeometryInputRows.
    private let inputs = RawStorage("EmittedPrimitives.inputs")
    /// See EmittedRows.
    private let emitted = RawStorage("EmittedPrimitives.emitted")
    private let stripNumbers = Storage<Int32>("EmittedPrimitives.stripNumbers")
    private let primitiveIDs = Storage<Int32>("EmittedPrimitives.primitiveIDs")
    private let vertexCount = Storage<Int32>("EmittedPrimitives.vertexCount")
    private let corners = Storage<UInt32>("EmittedPrimitives.corners")
    private let provoking = Storage<UInt32>("EmittedPrimitives.provoking")
    private let ids = Storage<Int32>("EmittedPrimitives.ids")
    private let lanes: Int

    init(lanes: Int) { self.lanes = lanes }

    /// Makes room for the rows of `vertexCount` vertices, and returns the address of the first row.
    func reserveInputs(_ plan: DrawPlan, vertexCount: Int) -> UnsafeMutableRawPointer {
        inputs.reserve(byteCount: vertexCount * plan.kernels.inputStride)
        return inputs.base
    }

    /// Returns the number of vertices for which the rows of the result need room.
    func vertexCapacity(_ geometry: GeometryLayout, primitiveCount: Int) -> Int {
        primitiveCount * geometry.invocationCount * geometry.maximumVertexCount + lanes
    }

    /// Runs the geometry shader for primitives whose vertices have been shaded.
    /// - Parameters:
    ///   - source: The primitives' vertices.
    ///   - rows: Receives the emitted vertices, at most `capacity` of them.
    /// - Returns: The primitives that the shader emits. The list is unspecified if the report names a loop that ran too long.
    func run(_ plan: DrawPlan, _ geometry: GeometryLayout, _ source: PrimitiveCorners, primitiveCount: Int, rows: UnsafeMutableRawPointer, capacity: Int,
             report: UnsafeMutablePointer<KernelReport>) -> PrimitiveList {
        emitted.reserve(byteCount: plan.kernels.emittedByteCount)
        stripNumbers.reserve(capacity)
        primitiveIDs.reserve(capacity)
        vertexCount.reserve(1)
        vertexCount.base[0] = 0
        KernelAccess.writes(rows, byteCount: plan.kernels.rows.byteCount(capacity: capacity))
        plan.kernels.geometry!(GeometryArguments(
            context: plan.context, report: report, transform: plan.transform, vertices: source.corners.base, ids: source.ids.base,
            inputs: inputs.base - Int(source.firstIndex) * plan.kernels.inputStride, invocationCount: Int32(primitiveCount * geometry.invocationCount),
            capacity: Int32(capacity), emitted: emitted.base, rows: rows, stripNumbers: stripNumbers.base, primitiveIDs: primitiveIDs.base,
            vertexCount: vertexCount.base))
        return assembled(plan, geometry, vertexCount: Int(vertexCount.base[0]))
    }

    private func assembled(_ plan: DrawPlan, _ geometry: GeometryLayout, vertexCount: Int) -> PrimitiveList {
        let strips = EmittedStrips(output: geometry.output, firstProvokes: plan.primitives.firstProvokes)
        let hasIDs = plan.call.pipeline.program.linked.geometry?.builtinOutputs.primitiveID != nil
        // No two primitives end at the same vertex, so there are at most as many primitives as vertices.
        corners.reserve(3 * (vertexCount + lanes))
        provoking.reserve(vertexCount)
        ids.reserve(vertexCount)
        var count = 0
        for vertex in 0..<vertexCount {
            guard let primitive = strips.primitive(endingAt: vertex, numberInStrip: Int(stripNumbers.base[vertex])) else { continue }
            let corner = corners.base + 3 * count
            corner[0] = UInt32(primitive.a)
            corner[1] = primitive.count > 1 ? UInt32(primitive.b) : corner[0]
            corner[2] = primitive.count > 2 ? UInt32(primitive.c) : corner[1]
            provoking.base[count] = UInt32(primitive.provoking)
            ids.base[count] = hasIDs ? primitiveIDs.base[primitive.provoking] : 0
            count += 1
        }
        for i in 3 * count..<3 * ((count + lanes - 1) / lanes * lanes) { corners.base[i] = 0 }
        return PrimitiveList(count: count, cornerCount: geometry.output.cornerCount, corners: corners.base, firstIndex: 0,
                             provoking: (UnsafePointer(provoking.base), 1), ids: ids.base)
    }
}
